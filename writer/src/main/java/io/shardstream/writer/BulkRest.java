package io.shardstream.writer;

import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.limit.Pressure;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is left to do of a bulk whose items were answered.
final class BulkRest {
    final List<Entry> again = new ArrayList<>();
    final List<Entry> onceMore = new ArrayList<>();
    final List<Entry> alone = new ArrayList<>();
    final List<Entry> tooLarge = new ArrayList<>();
    final Set<Pressure> pressures = EnumSet.noneOf(Pressure.class);
    final List<Failed> failed = new ArrayList<>();
    /// Lanes of which a record was taken.
    final Set<Lane> taken = new HashSet<>();

    /// Lanes of which the node refused a record.
    final Set<Lane> refused = new HashSet<>();
    /// Lanes whose shard did not answer inside of the cluster.
    final Set<Lane> unanswered = new HashSet<>();

    /// A record at which the target failed.
    record Failed(Entry entry, ItemAnswer.Failed answer) {}

    /// What the node is short of, if it is of anything: first of what a smaller bulk may help with.
    Pressure pressure() {
        if (pressures.contains(Pressure.MEMORY)) {
            return Pressure.MEMORY;
        }
        return pressures.contains(Pressure.OVERLOAD) ? Pressure.OVERLOAD : Pressure.BLOCK;
    }

    /// Whether the target has done with all of it, but for what it is asked once more because of its mapping.
    boolean isNone() {
        return again.isEmpty() && alone.isEmpty() && tooLarge.isEmpty() && failed.isEmpty();
    }
}
