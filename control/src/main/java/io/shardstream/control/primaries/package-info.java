/// Where the target's primaries are, told to the writers. Used by completion.
@NullMarked
package io.shardstream.control.primaries;

import org.jspecify.annotations.NullMarked;
