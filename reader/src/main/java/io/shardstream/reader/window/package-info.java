/// Windows over the sequence numbers of one shard: how wide, how many bytes at once, which are
/// settled. Pure, depends on the size of pages only.
@NullMarked
package io.shardstream.reader.window;

import org.jspecify.annotations.NullMarked;
