/// Where the primaries of source and target are, told to readers and writers. Used by completion.
@NullMarked
package io.shardstream.control.primaries;

import org.jspecify.annotations.NullMarked;
