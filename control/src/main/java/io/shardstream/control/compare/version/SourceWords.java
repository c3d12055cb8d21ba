package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.Visible;
import java.util.Optional;
import java.util.OptionalLong;

/// The numbers that were live in a part of a source shard, settled.
///
/// @param shard the source shard
/// @param lineage of the words that the run gives its documents now
/// @param part which numbers
/// @param upTo the highest of them; what was absent up to there is a fact
/// @param live the numbers; those that the target has are taken away from it
/// @param compared how many there were; 0 where they were not counted
/// @param visible the copy that said so, and its checkpoint
public record SourceWords(
        int shard, int lineage, SequenceRange part, long upTo, CountedNumbers live, long compared, Visible visible) {
    /// Whether the target may be judged by this when it holds that word. Every word of a lower lineage is
    /// below this lineage's, whatever its number.
    public boolean judges(VersionWord word) {
        long highest = word.lineage() < lineage ? part.upTo() : upTo;
        return word.sourceShard() == shard
                && word.lineage() <= lineage
                && word.seqNo() > part.above()
                && word.seqNo() <= highest;
    }

    /// Whether a word is above all that the part can have, and not for another part to judge.
    public boolean isExceededBy(VersionWord word) {
        boolean isLast = part.upTo() == SequenceRange.OPEN;
        return isLast && (word.lineage() > lineage || (word.lineage() == lineage && word.seqNo() > upTo));
    }

    /// The same, as a copy shows it that was asked later.
    SourceWords shownBy(Visible copy) {
        return new SourceWords(shard, lineage, part, upTo, live, compared, copy);
    }

    /// All words of the shard that are judged; empty if there are none.
    Optional<NumberSpan> span() {
        return upTo < 0 ? Optional.empty() : Optional.of(new NumberSpan(word(0), word(upTo) + 1));
    }

    /// The word of a document that has this number now.
    public long word(long seqNo) {
        return new VersionWord(lineage, shard, seqNo).value();
    }

    /// With this word a document is deleted that was absent: whatever was created later has a higher one, as
    /// the absence is a fact up to the checkpoint only. Writers apply a word that is equal to the one they
    /// find, so a shard without any number, as after an empty primary was allocated, takes the highest word
    /// of the lineage before: 0 will be the number of its first document.
    ///
    /// @return empty for a shard without any number in its first lineage: no word is low enough
    public OptionalLong deletion() {
        long known = Math.min(upTo, visible.checkpoint());
        if (known >= 0) {
            return OptionalLong.of(word(known));
        }
        return lineage == VersionWord.FIRST_LINEAGE
                ? OptionalLong.empty()
                : OptionalLong.of(new VersionWord(lineage - 1, shard, VersionWord.MAX_SEQ_NO).value());
    }
}
