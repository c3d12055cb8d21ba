package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The control topic in Kafka, as it was read.
///
/// @param records what it said
/// @param since an offset below which it held nothing else
record KafkaSeenControl(KafkaConnection kafka, RunTopics topics, ControlRecords records, long since)
        implements SeenControl {
    /// Reads what there is now.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if the run was never prepared, or has
    ///     ended
    public static SeenControl read(KafkaConnection kafka, RunTopics topics) {
        // Of a topic that is not there the end is waited for.
        var _ = KnownRun.goingOn(kafka, topics);
        long end = WrittenSince.end(kafka, topics);
        return new KafkaSeenControl(kafka, topics, KnownRun.goingOn(kafka, topics), end);
    }

    /// The same of a run that may have ended.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if the run was never prepared
    static SeenControl readAlsoEnded(KafkaConnection kafka, RunTopics topics) {
        long end = WrittenSince.end(kafka, topics);
        return new KafkaSeenControl(kafka, topics, KnownRun.find(kafka, topics), end);
    }

    @Override
    public boolean replace(String part, Map<String, byte @Nullable []> by, Set<String> unchanged) {
        Map<String, byte @Nullable []> seen = new HashMap<>();
        Stream.concat(by.keySet().stream(), unchanged.stream())
                .forEach(key -> seen.put(key, records.of(key, value -> value).orElse(null)));
        return ControlTopicWriter.replace(kafka, topics, part, by, seen, since);
    }
}
