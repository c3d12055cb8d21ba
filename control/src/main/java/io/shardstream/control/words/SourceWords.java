package io.shardstream.control.words;

import io.shardstream.common.version.VersionWord;
import io.shardstream.control.scan.Visible;

/// The numbers that were live in a part of a source shard, settled.
///
/// @param shard the source shard
/// @param lineage of the words that the run gives its documents now
/// @param part which numbers
/// @param upTo the highest of them; what was absent up to there is a fact
/// @param live the numbers; those that the target has are taken away from it
/// @param compared how many there were
/// @param visible the copy that said so, and its checkpoint
public record SourceWords(
        int shard, int lineage, Part part, long upTo, CountedNumbers live, long compared, Visible visible) {
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
        boolean isLast = part.upTo() == Part.OPEN;
        return isLast && (word.lineage() > lineage || (word.lineage() == lineage && word.seqNo() > upTo));
    }

    /// The word of a document that has this number now.
    public long word(long seqNo) {
        return new VersionWord(lineage, shard, seqNo).value();
    }

    /// With this word a document is deleted that was absent: whatever was created later has a higher one.
    public long deletion() {
        return word(Math.max(0, upTo));
    }
}
