/// What each command says and does in each state of a run, as docs/reference/states.md has it.
@NullMarked
package io.shardstream.ittests.states;

import org.jspecify.annotations.NullMarked;
