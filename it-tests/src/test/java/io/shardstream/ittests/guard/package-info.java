/// Runs that are held back by an operator or for production's sake.
@NullMarked
package io.shardstream.ittests.guard;

import org.jspecify.annotations.NullMarked;
