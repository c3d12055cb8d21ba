package io.shardstream.control.state;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.Blocked;
import io.shardstream.common.record.Pause;
import io.shardstream.common.topic.RunTopics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What has stopped a run, as somebody has read it who lets it go on: its pause, too many rejects, a target
/// that was changed, or a mapping that the target does not take; notes of parts that nobody can read go, too.
/// What is written later is not let pass unseen.
public final class SeenStops {
    private static final List<String> KEYS =
            List.of(Pause.KEY, Blocked.key(Blocked.REJECTS), Blocked.key(Blocked.TARGET), Blocked.key(Blocked.MAPPING));

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final ControlRecords records;
    private final long end;

    private SeenStops(KafkaConnection kafka, RunTopics topics, ControlRecords records, long end) {
        this.kafka = kafka;
        this.topics = topics;
        this.records = records;
        this.end = end;
    }

    /// Reads what there is now.
    ///
    /// @throws io.shardstream.control.refusal.RunRefusedException if the run was never prepared, or has ended
    public static SeenStops read(KafkaConnection kafka, RunTopics topics) {
        // Of a topic that is not there the end is waited for.
        var _ = KnownRun.goingOn(kafka, topics);
        long end = WrittenSince.end(kafka, topics);
        return new SeenStops(kafka, topics, KnownRun.goingOn(kafka, topics), end);
    }

    /// All that the control topic says.
    public ControlRecords records() {
        return records;
    }

    /// Lets the run go on, and accepts what it was stopped for.
    ///
    /// @return false if something of it was said anew since: then nothing is changed
    public boolean takeBack() {
        Map<String, byte[]> seen = new HashMap<>();
        Stream.concat(KEYS.stream(), records.unreadableNotes().stream())
                .forEach(key -> records.of(key, value -> value).ifPresent(value -> seen.put(key, value)));
        return seen.isEmpty() || ControlWriter.remove(kafka, topics, seen, end);
    }
}
