package io.shardstream.control.run.equality;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.LastComparison;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How far the target's shards were at the swap, and in which histories. A shard with another history gives
/// its numbers out anew: they say nothing of what it holds, however high they are.
///
/// @param highest by shard, the highest sequence number; empty if that is not known
/// @param histories none of the shards of which an earlier version did not note them
public record AtSwap(List<Long> highest, TargetHistories histories) {
    public AtSwap {
        highest = List.copyOf(highest);
    }

    public static AtSwap of(ControllerEpoch term, CutoverNotes notes) {
        return new AtSwap(
                notes.target(),
                comparison(term, notes).map(LastComparison::histories).orElse(TargetHistories.NONE));
    }

    /// What the comparison came to that the swap went by; empty if an earlier version has made it.
    public static Optional<LastComparison> comparison(ControllerEpoch term, CutoverNotes notes) {
        return term.read(LastComparison.KEY, LastComparison::decode).filter(last -> last.isOf(notes));
    }

    /// Notes what the swap goes by.
    ///
    /// @param verdict of a comparison that has found both sides equal, at a standstill
    /// @return the notes as they are then
    public static CutoverNotes note(ControllerEpoch term, CutoverNotes notes, Equality.Verdict verdict) {
        List<CopyNumbers> target = verdict.target().orElseThrow();
        CutoverNotes next = notes.withTarget(FinalNumbers.highest(target));
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(CutoverNotes.KEY, next.encode());
        records.put(
                LastComparison.KEY,
                new LastComparison(
                                notes.request().id(),
                                next.target(),
                                histories(target),
                                verdict.report().rejects())
                        .encode());
        term.write(records);
        return next;
    }

    /// The shards that have begun another history since, lowest first.
    public List<Integer> renewed(List<CopyNumbers> now) {
        return histories.changedUntil(histories(now));
    }

    private static TargetHistories histories(List<CopyNumbers> numbers) {
        return new TargetHistories(FinalNumbers.histories(numbers));
    }
}
