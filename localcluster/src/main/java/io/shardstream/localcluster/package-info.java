/// Starts real Kafka, Elasticsearch and OpenSearch as child processes. Depends on nothing else of Shardstream.
@NullMarked
package io.shardstream.localcluster;

import org.jspecify.annotations.NullMarked;
