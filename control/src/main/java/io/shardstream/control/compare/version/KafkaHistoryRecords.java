package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.ControlTopicWriter;
import java.util.List;
import java.util.Optional;

/// The accepted histories of a run's control topic.
///
/// @param records what the topic said when it was read
public record KafkaHistoryRecords(KafkaConnection kafka, RunTopics topics, ControlRecords records)
        implements HistoryRecords {
    @Override
    public Optional<AcceptedHistory> of(int sourceShard) {
        return records.of(AcceptedHistory.key(sourceShard), AcceptedHistory::decode);
    }

    @Override
    public void write(List<AcceptedHistory> accepted) {
        ControlTopicWriter.accept(kafka, topics, accepted);
    }
}
