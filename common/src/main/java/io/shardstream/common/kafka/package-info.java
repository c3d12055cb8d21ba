/// Kafka clients with the settings that this project relies on, reading a compacted topic to its end, and
/// following the control topic. Depends on loop, record and topic.
@NullMarked
package io.shardstream.common.kafka;

import org.jspecify.annotations.NullMarked;
