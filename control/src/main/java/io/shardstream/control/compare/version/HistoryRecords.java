package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.AcceptedHistory;
import java.util.List;
import java.util.Optional;

/// The accepted histories in the control topic.
public interface HistoryRecords {
    /// The last one of that shard.
    Optional<AcceptedHistory> of(int sourceShard);

    /// Writes all of them or none.
    ///
    /// @throws org.apache.kafka.common.KafkaException if they could not be written
    void write(List<AcceptedHistory> accepted);
}
