package io.shardstream.writer.lane;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OffsetTrackerTest {
    private static final List<FinalOutcome> TERMINALS = List.of(FinalOutcome.values());

    @Test
    void onlyTheContiguousPrefixMayBeCommitted() {
        OffsetTracker offsets = new OffsetTracker(10);
        offsets.add(10, 100);
        offsets.add(11, 200);
        offsets.add(12, 300);
        offsets.finish(12, FinalOutcome.APPLIED);
        offsets.finish(11, FinalOutcome.SUPERSEDED);
        assertThat(offsets.prefix()).isEqualTo(10);
        assertThat(offsets.takeRanges()).isEmpty();
        offsets.finish(10, FinalOutcome.REJECTED);
        assertThat(offsets.prefix()).isEqualTo(13);
        assertThat(offsets.takeRanges()).containsExactly(new OutcomeRange(10, 13, 1, 1, 1, 600));
        assertThat(offsets.takeRanges()).isEmpty();
    }

    @Test
    void aGapInTheLogSplitsARangeAndHoldsNothingUp() {
        OffsetTracker offsets = new OffsetTracker(0);
        offsets.add(2, 1);
        offsets.add(5, 1);
        offsets.finish(2, FinalOutcome.APPLIED);
        offsets.finish(5, FinalOutcome.APPLIED);
        assertThat(offsets.prefix()).isEqualTo(6);
        assertThat(offsets.takeRanges())
                .containsExactly(new OutcomeRange(2, 3, 1, 0, 0, 1), new OutcomeRange(5, 6, 1, 0, 0, 1));
    }

    @Test
    void anOffsetThatWasNotAddedOrIsFinishedIsRefused() {
        OffsetTracker offsets = new OffsetTracker(0);
        offsets.add(0, 1);
        offsets.finish(0, FinalOutcome.APPLIED);
        assertThatThrownBy(() -> offsets.finish(0, FinalOutcome.APPLIED)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> offsets.finish(1, FinalOutcome.APPLIED)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> offsets.add(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theMemoryOfALaneThatStoodStillIsGivenBack() {
        OffsetTracker offsets = new OffsetTracker(7);
        for (long offset = 7; offset < 100_007; offset++) {
            offsets.add(offset, 1);
        }
        assertThat(offsets.capacity()).isGreaterThanOrEqualTo(100_000);
        for (long offset = 7; offset < 100_000; offset++) {
            offsets.finish(offset, FinalOutcome.APPLIED);
        }
        offsets.finish(100_001, FinalOutcome.REJECTED);
        assertThat(offsets.takeRanges()).containsExactly(new OutcomeRange(7, 100_000, 99_993, 0, 0, 99_993));
        assertThat(offsets.capacity()).isLessThan(5000);

        offsets.add(100_007, 20);
        for (long offset : new long[] {100_000, 100_002, 100_003, 100_004, 100_005, 100_006, 100_007}) {
            offsets.finish(offset, FinalOutcome.SUPERSEDED);
        }
        assertThat(offsets.takeRanges()).containsExactly(new OutcomeRange(100_000, 100_008, 0, 7, 1, 27));
    }

    @Test
    void agreesWithAnObviousModelWhateverTheOrder() {
        for (int seed = 0; seed < 300; seed++) {
            new Comparison(seed).run();
        }
    }

    /// The tracker beside a map of offsets, driven by one seed.
    private static final class Comparison {
        private final Random random;
        private final long first;
        private final OffsetTracker offsets;
        private final TreeMap<Long, Model> model = new TreeMap<>();
        private final List<Long> open = new ArrayList<>();
        private final int seed;
        private long next;
        private long taken;

        private static final class Model {
            final int bytes;

            @Nullable
            FinalOutcome outcome;

            Model(int bytes) {
                this.bytes = bytes;
            }
        }

        Comparison(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.first = random.nextLong(1L << 40);
            this.offsets = new OffsetTracker(first);
            this.next = first;
            this.taken = first;
        }

        void run() {
            int gaps = random.nextInt(3) == 0 ? 5 : 0;
            int burst = 1 + random.nextInt(400);
            for (int step = 0; step < 60; step++) {
                for (int i = random.nextInt(burst); i > 0; i--) {
                    next += gaps > 0 && random.nextInt(10) == 0 ? random.nextInt(gaps) : 0;
                    int bytes = random.nextInt(1000);
                    offsets.add(next, bytes);
                    model.put(next, new Model(bytes));
                    open.add(next++);
                }
                for (int i = random.nextInt(burst); i > 0 && !open.isEmpty(); i--) {
                    finish(open.remove(random.nextInt(open.size())));
                }
                check();
            }
        }

        private void finish(long offset) {
            FinalOutcome outcome = TERMINALS.get(random.nextInt(TERMINALS.size()));
            offsets.finish(offset, outcome);
            requireNonNull(model.get(offset)).outcome = outcome;
        }

        private void check() {
            long prefix = model.entrySet().stream()
                    .filter(entry -> entry.getValue().outcome == null)
                    .mapToLong(java.util.Map.Entry::getKey)
                    .findFirst()
                    .orElse(next);
            assertThat(offsets.prefix()).as("seed %d", seed).isEqualTo(prefix);
            if (random.nextBoolean()) {
                List<Long> covered = new ArrayList<>();
                long bytes = 0;
                long applied = 0;
                for (OutcomeRange range : offsets.takeRanges()) {
                    for (long offset = range.from(); offset < range.to(); offset++) {
                        covered.add(offset);
                    }
                    bytes += range.bytes();
                    applied += range.applied();
                    assertThat(range.applied() + range.superseded() + range.rejected())
                            .isEqualTo(range.to() - range.from());
                }
                var expected = model.subMap(taken, prefix);
                assertThat(covered).as("seed %d", seed).isEqualTo(new ArrayList<>(expected.keySet()));
                assertThat(bytes)
                        .isEqualTo(expected.values().stream()
                                .mapToLong(one -> one.bytes)
                                .sum());
                assertThat(applied)
                        .isEqualTo(expected.values().stream()
                                .filter(one -> one.outcome == FinalOutcome.APPLIED)
                                .count());
                taken = prefix;
            }
        }
    }
}
