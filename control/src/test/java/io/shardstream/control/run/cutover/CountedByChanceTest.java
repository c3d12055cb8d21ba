package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.run.equality.Equality;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Faults and writes by chance between the comparison before the block and the one under it: whatever the
/// second calls equal is held against both sides, document by document, without any of its code.
class CountedByChanceTest {
    private static final int SEEDS = Integer.getInteger("shardstream.counted.seeds", 2000);
    private static final int DOCUMENTS = 12;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void whatIsCalledEqualIsEqual() throws Exception {
        int counted = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            counted += new OneRun(seed).isCounted() ? 1 : 0;
        }
        // Otherwise nothing is shown about counting.
        assertThat(counted).isGreaterThan(SEEDS / 5).isLessThan(SEEDS);
    }

    /// What one seed does.
    private static final class OneRun {
        private final int seed;
        private final Random random;
        private final MemoryRun run;
        private final ComparedEquality equality;
        private final Map<String, Integer> homes = new TreeMap<>();

        OneRun(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.run = new MemoryRun(1 + random.nextInt(2), 1 + random.nextInt(2));
            ComparedRun compared = run.compared();
            Set<Integer> whole = random.nextBoolean() ? Set.of() : Set.of(0);
            this.equality = new ComparedEquality(
                    compared,
                    sleeper -> new Sweep(compared, run, sleeper, 1_000_000),
                    sleeper -> new Verification(compared, whole, run, sleeper, 1_000_000, new Random(1)),
                    run);
        }

        boolean isCounted() throws Exception {
            some(30, this::clientOfSource);
            run.copy();
            run.whileSleeping(run::copyNew);
            if (random.nextInt(3) > 0) {
                equality.sweepOnline(run.sleeper());
            }
            some(3, this::clientOfSource);
            run.copyNew();
            boolean wasEqual = equality.checkOnline(this::busy).isEqual();
            for (int round = random.nextInt(4); wasEqual && round >= 0; round--) {
                some(6, this::clientOfSource);
                if (random.nextInt(4) > 0) {
                    run.copyNew();
                }
                if (random.nextInt(3) == 0) {
                    some(3, this::fault);
                }
                if (round > 0) {
                    equality.approach(this::busy, random.nextInt(4) > 0);
                }
            }
            run.copyNew();
            Equality.Verdict verdict = equality.establish(run.instant().plus(PATIENCE), run.sleeper());
            if (verdict.isEqual()) {
                assertThat(held(target()))
                        .describedAs("seed %d: %s", seed, verdict.sentence())
                        .isEqualTo(expected());
            }
            return wasEqual && verdict.sentence().contains("all others counted");
        }

        /// Whoever waits, or is about to ask something, finds that both sides have moved on.
        private void busy(Duration time) {
            if (random.nextInt(6) == 0) {
                some(2, this::clientOfSource);
                if (random.nextBoolean()) {
                    run.copyNew();
                }
            }
            if (!time.isZero()) {
                run.pass(time);
            }
        }

        private void some(int most, Runnable action) {
            IntStream.range(0, random.nextInt(most + 1)).forEach(_ -> action.run());
        }

        private void clientOfSource() {
            String id = "d" + random.nextInt(DOCUMENTS);
            int shard = homes.computeIfAbsent(id, _ -> random.nextInt(sources()));
            if (random.nextInt(3) == 0) {
                run.source(shard).delete(id);
            } else {
                run.source(shard).index(id, "{\"n\":" + random.nextInt(3) + "}");
            }
        }

        /// What a pipeline that works does not do.
        private void fault() {
            String id = "d" + random.nextInt(DOCUMENTS);
            MemoryShard shard = run.targetOf(id);
            int home = homes.computeIfAbsent(id, _ -> random.nextInt(sources()));
            long some = run.word(home, random.nextInt(30));
            switch (random.nextInt(6)) {
                case 0 -> shard.drop(id);
                case 1 -> shard.forgetTombstones();
                case 2 -> run.rewind();
                case 3 -> shard.write(id, null, some, "{\"n\":1}");
                case 4 -> {
                    shard.drop(id);
                    shard.forgetTombstones();
                    shard.write(id, null, some, "{\"n\":2}");
                }
                default -> {
                    if (shard.documents().containsKey(id)) {
                        shard.write(id, null, shard.version(id) + random.nextInt(2), "{\"n\":7}");
                    }
                }
            }
        }

        private int sources() {
            return run.compared().source().size();
        }

        private List<MemoryShard> target() {
            return IntStream.range(0, run.compared().target().size())
                    .mapToObj(run::target)
                    .toList();
        }

        private static Map<String, String> held(List<MemoryShard> shards) {
            Map<String, String> all = new HashMap<>();
            for (MemoryShard shard : shards) {
                shard.documents().forEach((id, body) -> all.put(id, shard.version(id) + body));
            }
            return all;
        }

        private Map<String, String> expected() {
            Map<String, String> all = new HashMap<>();
            for (int shard = 0; shard < sources(); shard++) {
                int of = shard;
                MemoryShard source = run.source(of);
                source.documents().forEach((id, body) -> all.put(id, run.word(of, source.number(id)) + body));
            }
            return all;
        }
    }
}
