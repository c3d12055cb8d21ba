/// Kafka in memory, behind the interfaces of its own clients: logs, groups, transactions, and what goes wrong with
/// them. Depends on kernel only.
@NullMarked
package io.shardstream.simulation.kafka;

import org.jspecify.annotations.NullMarked;
