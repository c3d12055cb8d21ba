package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CountedSumTest {
    private final CountedSum sum = new CountedSum();

    @Test
    void addsUpBlocksAndPieces() {
        sum.add(counts(8, Map.of(0L, 3L, 8L, 1L), 5, 0));
        sum.add(counts(8, Map.of(8L, 2L, 64L, 1L), 1, 2));
        assertThat(sum.total()).isEqualTo(counts(8, Map.of(0L, 3L, 8L, 3L, 64L, 1L), 6, 2));
        assertThat(sum.added()).isEqualTo(2);
    }

    @Test
    void theFirstThatIsNoCountIsTheSum() {
        Counted unknown = new Counted.Unknown(Counted.Cause.REFUSED, "no");
        sum.add(counts(8, Map.of(0L, 3L)));
        sum.add(unknown);
        sum.add(new Counted.TooManyBlocks());
        sum.add(counts(8, Map.of(0L, 3L)));
        assertThat(sum.total()).isEqualTo(unknown);
        assertThat(sum.added()).isEqualTo(4);
    }

    @Test
    void blocksOfOtherWidthsAreRefused() {
        sum.add(counts(8, Map.of(0L, 3L)));
        assertThatIllegalArgumentException().isThrownBy(() -> sum.add(counts(4, Map.of(0L, 3L))));
        assertThatIllegalArgumentException().isThrownBy(() -> sum.add(counts(8, Map.of(0L, 3L), 1)));
    }

    @Test
    void ofNothingThereIsNoSum() {
        assertThatIllegalStateException().isThrownBy(sum::total);
    }

    private static Counted.Counts counts(long interval, Map<Long, Long> blocks, long... others) {
        return new Counted.Counts(
                new BlockCounts(interval, new TreeMap<>(blocks)),
                Arrays.stream(others).boxed().toList());
    }
}
