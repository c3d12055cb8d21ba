package io.shardstream.control.run.equality;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.SourceHistories;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;
import java.util.Map;

/// The histories of the source's shards that a cut-over has copied. It notes them itself: whoever asks for
/// them after the swap may find the topics of the copy deleted.
public final class CopiedHistories {
    private CopiedHistories() {}

    /// Notes how far the source was, and in which histories, when all of it had been copied.
    ///
    /// @param last by source shard, under the block
    /// @return the notes as they are then
    public static CutoverNotes note(ControllerEpoch term, CutoverNotes notes, List<CopyNumbers> last) {
        CutoverNotes next = notes.withSource(FinalNumbers.highest(last));
        term.write(Map.of(
                CutoverNotes.KEY,
                next.encode(),
                SourceHistories.KEY,
                new SourceHistories(notes.request().id(), FinalNumbers.histories(last)).encode()));
        return next;
    }

    /// The shards that have another one now, lowest first; none after a cut-over of an earlier version, which
    /// did not note them.
    ///
    /// @param isCopy whether the copy that the cut-over has made stands for the source: it has histories of
    ///     its own
    /// @param now by shard
    public static List<Integer> renewed(ControllerEpoch term, CutoverNotes notes, boolean isCopy, List<String> now) {
        return term.read(isCopy ? SourceHistories.KEY_OF_COPY : SourceHistories.KEY, SourceHistories::decode)
                .filter(copied -> copied.request().equals(notes.request().id()))
                .map(copied -> copied.changedUntil(now))
                .orElse(List.of());
    }
}
