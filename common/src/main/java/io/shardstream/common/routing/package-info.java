/// Elasticsearch's own function from routing value and id to shard. Depends on nothing of ours.
@NullMarked
package io.shardstream.common.routing;

import org.jspecify.annotations.NullMarked;
