/// The source cluster as a reader sees it: where a shard's primary is, its numbers, and what its windows
/// hold. Depends on page, window and the Elasticsearch gateway.
@NullMarked
package io.shardstream.reader.source;

import org.jspecify.annotations.NullMarked;
