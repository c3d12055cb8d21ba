/// The simulation: real readers, writers and controllers, stepped by one seed over models of Kafka and Elasticsearch.
@NullMarked
package io.shardstream.simulation;

import org.jspecify.annotations.NullMarked;
