/// The documents of a shard's primary, window by window. Depends on page, window and common's view of
/// primaries.
@NullMarked
package io.shardstream.reader.source;

import org.jspecify.annotations.NullMarked;
