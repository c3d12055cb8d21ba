/// Finds documents in the bytes of a search response without decoding them. Uses contract only.
@NullMarked
package io.shardstream.common.shard.page;

import org.jspecify.annotations.NullMarked;
