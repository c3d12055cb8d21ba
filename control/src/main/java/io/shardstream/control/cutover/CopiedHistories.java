package io.shardstream.control.cutover;

import io.shardstream.common.primary.Numbers;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.SourceHistories;
import io.shardstream.control.controller.Term;
import java.util.List;
import java.util.Map;

/// The histories of the source's shards that a cut-over has copied. It notes them itself: whoever asks for them after
/// the swap may find the topics of the copy deleted.
final class CopiedHistories {
    private CopiedHistories() {}

    /// Notes how far the source was, and in which histories, when all of it had been copied.
    ///
    /// @param last by source shard, under the block
    /// @return the notes as they are then
    static CutoverNotes note(Term term, CutoverNotes notes, List<Numbers> last) {
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
    static List<Integer> renewed(Term term, CutoverNotes notes, boolean isCopy, List<String> now) {
        return term.read(isCopy ? SourceHistories.KEY_OF_COPY : SourceHistories.KEY, SourceHistories::decode)
                .filter(copied -> copied.request().equals(notes.request().id()))
                .map(copied -> copied.changedUntil(now))
                .orElse(List.of());
    }
}
