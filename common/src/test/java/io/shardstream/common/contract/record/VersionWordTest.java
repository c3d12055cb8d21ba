package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionWordTest {
    @Test
    void comesBackFromItsValue() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            VersionWord word = new VersionWord(
                    random.nextInt(1, 8), random.nextInt(1024), random.nextLong(VersionWord.MAX_SEQ_NO + 1));
            assertThat(VersionWord.of(word.value())).isEqualTo(word);
        }
    }

    @Test
    void isExactAsADouble() {
        long largest = new VersionWord(7, 1023, VersionWord.MAX_SEQ_NO).value();
        assertThat((long) (double) largest).isEqualTo(largest).isEqualTo((1L << 53) - 1);
    }

    @Test
    void liesAboveEveryVersionThatOthersWrite() {
        assertThat(VersionWord.isForeign(new VersionWord(1, 0, 0).value())).isFalse();
        assertThat(VersionWord.isForeign(new VersionWord(1, 0, 0).value() - 1)).isTrue();
    }

    @Test
    void aRunWritesOnlyWordsOfItsOwnShards() {
        assertThat(VersionWord.isForeign(new VersionWord(1, 2, 0).value(), 3)).isFalse();
        assertThat(VersionWord.isForeign(new VersionWord(1, 3, 0).value(), 3)).isTrue();
        assertThat(VersionWord.isForeign(7, 3)).isTrue();
        assertThat(VersionWord.isForeign(1L << 53, 3)).isTrue();
    }

    @Test
    void ordersByLineageThenShardThenSequenceNumber() {
        assertThat(new VersionWord(2, 0, 0).value()).isGreaterThan(new VersionWord(1, 1023, 9).value());
        assertThat(new VersionWord(1, 2, 0).value())
                .isGreaterThan(new VersionWord(1, 1, VersionWord.MAX_SEQ_NO).value());
        assertThat(new VersionWord(1, 1, 8).value()).isGreaterThan(new VersionWord(1, 1, 7).value());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 'lineage must be 1 to 7, got 0'",
        "8, 0, 0, 'lineage must be 1 to 7, got 8'",
        "1, 1024, 0, 'source shard must be 0 to 1023, got 1024'",
        "1, 0, 1099511627776, '_seq_no must be 0 to 2^40 - 1, got 1099511627776'",
        "1, 0, -1, '_seq_no must be 0 to 2^40 - 1, got -1'"
    })
    void refusesWhatDoesNotFit(int lineage, int shard, long seqNo, String message) {
        assertThatThrownBy(() -> new VersionWord(lineage, shard, seqNo)).hasMessage(message);
    }

    @Test
    void refusesToReadForeignVersions() {
        assertThatThrownBy(() -> VersionWord.of(17)).hasMessage("not a version word: 17");
        assertThatThrownBy(() -> VersionWord.of(1L << 53)).hasMessage("not a version word: 9007199254740992");
    }
}
