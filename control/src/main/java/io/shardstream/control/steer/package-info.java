/// What may be said to a run while it works, by the command line and over HTTP alike.
@NullMarked
package io.shardstream.control.steer;

import org.jspecify.annotations.NullMarked;
