/// Elasticsearch's own function from routing value and id to shard. Uses nothing else of the project.
@NullMarked
package io.shardstream.common.contract.routing;

import org.jspecify.annotations.NullMarked;
