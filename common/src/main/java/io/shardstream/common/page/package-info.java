/// Finds documents in the bytes of a search response without decoding them. Depends on common bytes only.
@NullMarked
package io.shardstream.common.page;

import org.jspecify.annotations.NullMarked;
