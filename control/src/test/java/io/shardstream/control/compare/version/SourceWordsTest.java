package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.control.compare.scan.Visible;
import org.junit.jupiter.api.Test;

class SourceWordsTest {
    private static final int SHARD = 3;

    @Test
    void aDeleteCarriesTheNumberUpToWhichTheAbsenceIsKnown() {
        assertThat(words(2, SequenceRange.whole(SHARD), 7, 7).deletion()).hasValue(word(2, 7));
        assertThat(words(2, new SequenceRange(SHARD, -1, 4), 4, 7).deletion()).hasValue(word(2, 4));
    }

    @Test
    void aDeleteInAShardWithoutANumberIsBelowItsFirstDocument() {
        assertThat(words(2, SequenceRange.whole(SHARD), -1, -1).deletion()).hasValue(word(1, VersionWord.MAX_SEQ_NO));
        assertThat(word(1, VersionWord.MAX_SEQ_NO)).isLessThan(word(2, 0));
    }

    @Test
    void aShardThatNeverHadANumberHasNothingToDelete() {
        assertThat(words(1, SequenceRange.whole(SHARD), -1, -1).deletion()).isEmpty();
    }

    /// A primary that has just been elected may know of a lower checkpoint than the one by which the parts
    /// were made.
    @Test
    void aDeleteIsNeverAboveTheCheckpoint() {
        assertThat(words(2, new SequenceRange(SHARD, 10, SequenceRange.OPEN), 10, 5)
                        .deletion())
                .hasValue(word(2, 5));
    }

    private static SourceWords words(int lineage, SequenceRange part, long upTo, long checkpoint) {
        Visible visible = new Visible(new CopyIdentity(1, "a", "u", "h"), checkpoint, checkpoint);
        return new SourceWords(SHARD, lineage, part, upTo, new CountedNumbers(), 0, visible);
    }

    private static long word(int lineage, long seqNo) {
        return new VersionWord(lineage, SHARD, seqNo).value();
    }
}
