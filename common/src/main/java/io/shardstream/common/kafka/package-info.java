/// Kafka clients with the settings that this project relies on, and reading a compacted topic to its end. Depends on
/// record and topic.
@NullMarked
package io.shardstream.common.kafka;

import org.jspecify.annotations.NullMarked;
