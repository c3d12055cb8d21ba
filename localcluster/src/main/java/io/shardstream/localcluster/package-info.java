/// Starts real Kafka, Elasticsearch and OpenSearch as child processes; here lives only the command for people. Depends
/// on
/// nothing else of Shardstream.
@NullMarked
package io.shardstream.localcluster;

import org.jspecify.annotations.NullMarked;
