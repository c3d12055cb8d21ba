/// What was found out about a run, with a code, a sentence and what to do, and how a command refuses to
/// begin. Uses nothing else of control.
@NullMarked
package io.shardstream.control.state.finding;

import org.jspecify.annotations.NullMarked;
