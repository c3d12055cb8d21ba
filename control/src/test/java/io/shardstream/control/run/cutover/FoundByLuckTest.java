package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Content;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.run.equality.Equality;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A document of the target has other bytes, which one sample has and the next one has not.
class FoundByLuckTest {
    private static final int DOCUMENTS = 2500;
    private static final String WRONG = "d1700";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final MemoryRun run = new MemoryRun(1, 1);
    private final ComparedRun compared = run.compared();

    @BeforeEach
    void copied() {
        index("d");
        run.copy();
        run.whileSleeping(run::copyNew);
    }

    /// A write of the target may have no effect, or somebody else may overwrite it again.
    @Test
    void whatWasMendedIsLookedAtAgain() throws Exception {
        overwrite(WRONG, 1700);
        Random random = new Seeds(seed(false), seed(true));
        Verification verification = verification(random).beforeEachPass(() -> overwrite(WRONG, 1700));
        VerificationReport report =
                verification.run(VerificationOptions.online(PATIENCE).withRepair(true), _ -> {});

        assertThat(report.isClean()).isFalse();
    }

    @Test
    void allOfItsShardIsMendedAndThenKnownToBeEqual() throws Exception {
        overwrite(WRONG, 1700);
        Random random = new Seeds(seed(false), seed(true));
        for (int other = 0; other < DOCUMENTS; other += 100) {
            overwrite("d" + other, other);
        }

        Verification verification = verification(random);
        VerificationReport report =
                verification.run(VerificationOptions.online(PATIENCE).withRepair(true), _ -> {});

        assertThat(report.isClean()).isTrue();
        assertThat(report.contents()).isEqualTo(DOCUMENTS);
        assertThat(run.copied()).doesNotContainValue("{\"other\":1}");
        assertThat(verification.differentAfter(Set.of(), report)).isEmpty();
    }

    @Test
    void onlyAComparisonOfAllContentsForgetsWhatWasFound() throws Exception {
        Verification sampled = verification(new Random(1));
        assertThat(sampled.differentAfter(Set.of(0), sampled.run(VerificationOptions.online(PATIENCE), _ -> {})))
                .containsExactly(0);
        Verification all = verification(new Random(1));
        VerificationOptions options = new VerificationOptions(false, true, Content.ALL, false, PATIENCE);
        assertThat(all.differentAfter(Set.of(0), all.run(options, _ -> {}))).isEmpty();
        overwrite(WRONG, 1700);
        assertThat(all.differentAfter(Set.of(), all.run(options, _ -> {}))).containsExactly(0);
        assertThat(all.differentAfter(Set.of(0), null)).containsExactly(0);
    }

    /// What is counted is compared by a sample of its own.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheCountingHasFoundTheReadingFinds(boolean mends) throws Exception {
        Seeds random = new Seeds(0, 0);
        ComparedEquality equality = equality(random);
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
        index("n");
        run.copyNew();
        ScannedCopy source = run.source(0).locate();
        List<Long> counted = source.drawn(DOCUMENTS - 1L, 2L * DOCUMENTS - 1, 100, 0);
        List<Long> read = source.drawn(-1, 2L * DOCUMENTS - 1, 1000, 1);
        long number =
                counted.stream().filter(one -> !read.contains(one)).findFirst().orElseThrow();
        String wrong = "n" + (number - DOCUMENTS);
        overwrite(wrong, number);
        random.next(0, 1);

        Equality.Verdict verdict = mends
                ? equality.establish(run.instant().plus(PATIENCE), run.sleeper())
                : equality.check(run.instant().plus(PATIENCE), run.sleeper());

        assertThat(verdict.isEqual()).as(verdict.sentence()).isEqualTo(mends);
        assertThat(equality.different()).isEqualTo(mends ? Set.of() : Set.of(0));
        assertThat(run.copied()).containsEntry(wrong, mends ? "{}" : "{\"other\":1}");
    }

    /// A `verify` that was at work beside has found it.
    @Test
    void whatSomebodyHasFoundSinceTheComparisonUnderTheBlockIsLookedFor() throws Exception {
        overwrite(WRONG, 1700);
        long missing = seed(true);
        ComparedEquality equality = equality(new Seeds(missing, missing));
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
        assertThat(equality.establish(run.instant().plus(PATIENCE), run.sleeper())
                        .isEqual())
                .isTrue();
        assertThat(equality.check(run.instant().plus(PATIENCE), run.sleeper()).isEqual())
                .isTrue();

        equality.compareAllOf(Set.of(0));

        assertThat(equality.check(run.instant().plus(PATIENCE), run.sleeper()).isEqual())
                .isFalse();
        assertThat(equality.different()).containsExactly(0);
    }

    @Test
    void underTheBlockAllIsReadOfWhatAnEarlierComparisonHasFound() throws Exception {
        overwrite(WRONG, 1700);
        long missing = seed(true);
        ComparedEquality equality = equality(new Seeds(missing, missing));
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
        equality.compareAllOf(Set.of(0));

        assertThat(equality.check(run.instant().plus(PATIENCE), run.sleeper()).isEqual())
                .isFalse();
        assertThat(equality.establish(run.instant().plus(PATIENCE), run.sleeper())
                        .isEqual())
                .isTrue();
        assertThat(run.copied()).doesNotContainValue("{\"other\":1}");
        assertThat(equality.different()).isEmpty();
    }

    /// @param random that all of its comparisons draw by
    private ComparedEquality equality(Random random) {
        return new ComparedEquality(
                compared, sleeper -> new Sweep(compared, run, sleeper, 1_000_000), _ -> verification(random), run);
    }

    private void index(String prefix) {
        for (int document = 0; document < DOCUMENTS; document++) {
            run.source(0).index(prefix + document, "{}");
        }
    }

    private void overwrite(String id, long number) {
        run.target(0).write(id, null, run.word(0, number), "{\"other\":1}");
    }

    private Verification verification(Random random) {
        return new Verification(compared, Set.of(), run, run.sleeper(), 1_000_000, random);
    }

    /// What a comparison draws its first sample by, which has the document or has not.
    private long seed(boolean looksClean) throws Exception {
        for (long one : LongStream.range(0, 100).toArray()) {
            VerificationReport report =
                    verification(new Seeds(one, one)).run(VerificationOptions.online(PATIENCE), _ -> {});
            if (report.isClean() == looksClean) {
                return one;
            }
        }
        throw new AssertionError("no such seed");
    }

    /// Gives one seed for the first sample and another one for all others.
    private static final class Seeds extends Random {
        private static final long serialVersionUID = 1L;

        private long first;
        private long then;

        Seeds(long first, long then) {
            next(first, then);
        }

        void next(long first, long then) {
            this.first = first;
            this.then = then;
        }

        @Override
        public long nextLong() {
            long seed = first;
            first = then;
            return seed;
        }
    }
}
