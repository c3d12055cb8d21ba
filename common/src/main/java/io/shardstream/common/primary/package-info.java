/// The primary of a shard, asked at its own node: which copy it is, how far its history is settled, and
/// what its searches can see. Whoever reads documents of a shard, in whatever form, begins here.
@NullMarked
package io.shardstream.common.primary;

import org.jspecify.annotations.NullMarked;
