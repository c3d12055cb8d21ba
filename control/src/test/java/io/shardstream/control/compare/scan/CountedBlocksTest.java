package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CountedBlocksTest {
    private static final int MOST = CountedBlocks.MOST;

    private static List<NumberSpan> upTo(long checkpoint) {
        return List.of(new NumberSpan(0, checkpoint + 1));
    }

    @Test
    void blocksAreAsNarrowAsMayBeAskedFor() {
        assertThat(CountedBlocks.interval(upTo(0), MOST)).isEqualTo(4096);
        assertThat(CountedBlocks.interval(upTo(4096L * MOST - 1), MOST)).isEqualTo(4096);
        assertThat(CountedBlocks.interval(upTo(4096L * MOST), MOST)).isEqualTo(8192);
        assertThat(CountedBlocks.interval(upTo(2_500_000_000L), MOST)).isEqualTo(524_288);
        assertThat(CountedBlocks.interval(upTo((1L << 40) - 1), MOST)).isEqualTo(1L << 27);
    }

    @Test
    void theBlocksOfAllShardsAreOfOneSearch() {
        long half = 4096L * MOST / 2;
        List<NumberSpan> two = List.of(new NumberSpan(0, half), new NumberSpan(1L << 40, (1L << 40) + half));

        assertThat(CountedBlocks.interval(two, MOST)).isEqualTo(4096);
        assertThat(CountedBlocks.interval(two, MOST / 2)).isEqualTo(8192);
    }

    @Test
    void blocksThatDifferAreDividedBy16To256() {
        assertThat(CountedBlocks.finer(1 << 20, 1, MOST)).isEqualTo(1 << 12);
        assertThat(CountedBlocks.finer(1 << 20, 100, MOST)).isEqualTo(1 << 14);
        assertThat(CountedBlocks.finer(1 << 20, 5000, MOST)).isEqualTo(1 << 16);
        assertThat(CountedBlocks.finer(64, 1, MOST)).isEqualTo(1);
        assertThat(CountedBlocks.together(1 << 20, 1 << 16, MOST)).isEqualTo(512);
        assertThat(CountedBlocks.together(64, 1, MOST)).isEqualTo(128);
    }

    @Test
    void otherWidthsAreRefused() {
        for (long interval : new long[] {0, -1, 3, 4095, 1L << 41, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> new Counting.OfNumbers(upTo(1), interval))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("power of two");
        }
    }

    private static BlockCounts counts(long interval, Map<Long, Long> counts) {
        return new BlockCounts(interval, new TreeMap<>(counts));
    }

    @Test
    void whatDiffersIsCutToWhatIsAskedFor() {
        BlockCounts target = counts(16, Map.of(0L, 16L, 16L, 5L, 32L, 3L));
        BlockCounts source = counts(16, Map.of(0L, 15L, 16L, 5L, 32L, 2L, 48L, 9L));

        Unequal unequal = new Unequal(target, source, new TreeSet<>());

        // The last block of the source is none of the target's.
        assertThat(unequal.spans(List.of(new NumberSpan(0, 40))))
                .containsExactly(new NumberSpan(0, 16), new NumberSpan(32, 40));
        assertThat(unequal.spans(List.of(new NumberSpan(8, 16)))).containsExactly(new NumberSpan(8, 16));
    }

    @Test
    void blocksOfRefusedStatesDifferAlways() {
        BlockCounts both = counts(16, Map.of(0L, 16L, 16L, 16L));

        assertThat(new Unequal(both, both, new TreeSet<>(List.of(17L))).spans(List.of(new NumberSpan(0, 32))))
                .containsExactly(new NumberSpan(16, 32));
        BlockCounts words = counts(1, Map.of(3L, 1L, 4L, 2L, 5L, 1L, 6L, 1L));
        BlockCounts numbers = counts(1, Map.of(3L, 1L, 4L, 1L, 5L, 1L, 6L, 2L));
        assertThat(new Unequal(words, numbers, new TreeSet<>(List.of(5L))).words(new TreeSet<>(List.of(5L))))
                .containsExactly(4L, 5L);
    }

    @Test
    void whatLiesOutsideIsEverythingElse() {
        assertThat(NumberSpan.outside(List.of(new NumberSpan(1, 2), new NumberSpan(2, 3), new NumberSpan(9, 10))))
                .containsExactly(
                        new NumberSpan(NumberSpan.UNBOUNDED_BELOW, 1),
                        new NumberSpan(3, 9),
                        new NumberSpan(10, NumberSpan.UNBOUNDED_ABOVE));
    }
}
