package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What has stopped a run, as somebody has read it who lets it go on: its pause, too many rejects, a target
/// that was changed, or a mapping that the target does not take; notes of parts that nobody can read go, too.
/// What is written later is not let pass unseen.
public final class SeenStops {
    private static final List<String> KEYS =
            List.of(Pause.KEY, Blocked.key(Blocked.REJECTS), Blocked.key(Blocked.TARGET), Blocked.key(Blocked.MAPPING));

    private final SeenControl control;

    private SeenStops(SeenControl control) {
        this.control = control;
    }

    /// Reads what there is now.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if the run was never prepared, or has
    ///     ended
    public static SeenStops read(KafkaConnection kafka, RunTopics topics) {
        return in(KafkaSeenControl.read(kafka, topics));
    }

    /// What of this has stopped the run.
    public static SeenStops in(SeenControl control) {
        return new SeenStops(control);
    }

    /// All that the control topic says.
    public ControlRecords records() {
        return control.records();
    }

    /// What stops the run and was not there when somebody looked, as sentences; a target that was changed is
    /// accepted by itself.
    ///
    /// @param shown what they were shown
    public List<String> unseen(ControlRecords shown) {
        Stream<String> pause =
                records()
                        .pause()
                        .filter(now -> !shown.pause().equals(Optional.of(now)))
                        .map(SeenStops::sentence)
                        .stream();
        Stream<String> blocked = records().blocked().stream()
                .filter(now -> !now.isOfProcess() && !now.part().equals(Blocked.TARGET))
                .filter(now -> shown.blocked().stream()
                        .noneMatch(before -> before.part().equals(now.part())
                                && before.reason().equals(now.reason())))
                .map(Blocked::reason);
        return Stream.concat(pause, blocked).toList();
    }

    /// All that stops a run and that somebody can take back, as sentences.
    public static List<String> sentences(ControlRecords records) {
        return Stream.concat(
                        records.pause().map(SeenStops::sentence).stream(),
                        records.blocked().stream()
                                .filter(now -> !now.isOfProcess())
                                .map(Blocked::reason))
                .toList();
    }

    private static String sentence(Pause pause) {
        return "It is paused since " + pause.since()
                + (pause.reason().isEmpty() ? "." : ": " + FullStop.of(pause.reason()));
    }

    /// Lets the run go on, and accepts what it was stopped for.
    ///
    /// @return false if something of it was said anew since: then nothing is changed
    public boolean takeBack() {
        Map<String, byte @Nullable []> none = new HashMap<>();
        Stream.concat(KEYS.stream(), records().unreadableNotes().stream())
                .filter(key -> records().of(key, value -> value).isPresent())
                .forEach(key -> none.put(key, null));
        return none.isEmpty() || control.replace(Pause.KEY, none);
    }
}
