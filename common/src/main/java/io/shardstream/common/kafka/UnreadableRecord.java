package io.shardstream.common.kafka;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Throttle;
import java.util.Optional;

/// What is said of a record of the control topic that cannot be read: no version of this program has written
/// it, or somebody has changed it. Nothing of its value is quoted.
final class UnreadableRecord {
    private UnreadableRecord() {}

    /// @param place empty where it is not known
    /// @param why part of a sentence
    static String sentence(String key, Optional<LatestValues.Place> place, String why) {
        return "Record '" + Printable.of(key) + "' of "
                + place.map(UnreadableRecord::words).orElse("the control topic")
                + " cannot be read (" + why + "): find out who else writes to this topic. " + remedy(key);
    }

    private static String words(LatestValues.Place place) {
        return "topic %s, partition %d, offset %d,".formatted(place.topic(), place.partition(), place.offset());
    }

    private static String remedy(String key) {
        return switch (key) {
            case Pause.KEY -> "'resume' takes the record away.";
            case Throttle.KEY -> "'throttle --reset' takes the record away.";
            case RunPhase.KEY ->
                "'abort' takes a cut-over back that is under way; otherwise write the record again that was there"
                        + " before.";
            default ->
                key.startsWith(Blocked.KEY_PREFIX)
                        ? "'resume' takes the record away."
                        : "Write the record again that was there before, or one with the same key and no value, which"
                                + " takes it away.";
        };
    }
}
