/// Kafka clusters of real brokers on this machine. For demos, tests and benchmarks.
@NullMarked
package io.shardstream.localcluster.kafka;

import org.jspecify.annotations.NullMarked;
