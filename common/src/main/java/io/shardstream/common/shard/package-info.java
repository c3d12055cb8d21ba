/// Asks the primary copy of one shard at its own node: which copy it is, how far its history is settled, and
/// what its searches can see. Whoever reads documents of a shard begins here. Uses elastic and contract.
@NullMarked
package io.shardstream.common.shard;

import org.jspecify.annotations.NullMarked;
