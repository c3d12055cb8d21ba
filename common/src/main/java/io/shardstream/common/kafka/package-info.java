/// Kafka clients with the settings that the protocol needs, reading a compacted topic to its end, and
/// following the control topic. Uses contract, file, loop, metrics and seal.
@NullMarked
package io.shardstream.common.kafka;

import org.jspecify.annotations.NullMarked;
