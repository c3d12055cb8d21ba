package io.shardstream.control.run.reread;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What the offsets of a docs topic say about records that nobody has written.
final class LaneLosses {
    private LaneLosses() {}

    /// All by lane.
    ///
    /// @param committed the offset below which every record has its outcome
    /// @param beginnings where the logs begin
    /// @param ends where they end
    /// @param cut lanes whose logs do not agree with what was committed
    /// @return sentences for people, empty if nothing is missing
    static List<String> sentences(
            String topic, List<Long> committed, List<Long> beginnings, List<Long> ends, Set<Integer> cut) {
        List<String> sentences = new ArrayList<>();
        for (int lane = 0; lane < committed.size(); lane++) {
            long written = committed.get(lane);
            if (beginnings.get(lane) > written) {
                sentences.add("Lane " + lane + " of " + topic + " has lost offsets " + written + " to "
                        + (beginnings.get(lane) - 1) + ", which were not written.");
            } else if (ends.get(lane) < written) {
                sentences.add("Lane " + lane + " of " + topic + " ends at offset " + ends.get(lane)
                        + ", although what lay below " + written + " was written: it has lost its end.");
            } else if (cut.contains(lane)) {
                sentences.add("Lane " + lane + " of " + topic + " has lost records below offset " + written
                        + ", which were written, and has got others in their place, which nobody writes.");
            }
        }
        return sentences;
    }
}
