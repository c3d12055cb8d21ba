package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.compare.version.HistoryRecords;
import io.shardstream.simulation.kafka.KafkaModel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// The accepted histories in the control topic of the model.
record ModelHistories(KafkaModel kafka) implements HistoryRecords {
    private static final TopicPartition CONTROL = new TopicPartition(Scale.TOPICS.control(), 0);

    @Override
    public Optional<AcceptedHistory> of(int sourceShard) {
        String key = AcceptedHistory.key(sourceShard);
        return kafka.records(CONTROL).reversed().stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals(key))
                .map(record -> AcceptedHistory.decode(record.value()))
                .findFirst();
    }

    @Override
    public void write(List<AcceptedHistory> accepted) {
        for (AcceptedHistory one : accepted) {
            byte[] key = AcceptedHistory.key(one.sourceShard()).getBytes(StandardCharsets.UTF_8);
            kafka.put(new ProducerRecord<>(Scale.TOPICS.control(), 0, key, one.encode()));
        }
    }

    /// In which lineage a shard is read, by the operator's word.
    int lineage(int sourceShard) {
        return of(sourceShard).map(AcceptedHistory::lineage).orElse(VersionWord.FIRST_LINEAGE);
    }
}
