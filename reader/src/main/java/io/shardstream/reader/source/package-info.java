/// The documents of a shard's primary, window by window, by search. Uses window and common's view of a shard.
@NullMarked
package io.shardstream.reader.source;

import org.jspecify.annotations.NullMarked;
