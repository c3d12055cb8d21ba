/// Counts, rates and the time that is left, from successive states. Used by the command line.
@NullMarked
package io.shardstream.control.progress;

import org.jspecify.annotations.NullMarked;
