package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.AcceptedHistory;
import org.jspecify.annotations.Nullable;

/// Which changed histories the operator has accepted.
@FunctionalInterface
public interface AcceptedHistories {
    /// The last one that was accepted for that shard, null if none was. Blocks.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    @Nullable
    AcceptedHistory of(int sourceShard);
}
