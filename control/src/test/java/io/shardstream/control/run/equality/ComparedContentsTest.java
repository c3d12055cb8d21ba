package io.shardstream.control.run.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run of which all source shards have changed their terms since its start.
class ComparedContentsTest {
    private static final int DOCUMENTS = 1500;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final MemoryRun run = new MemoryRun(1, 1);
    private final ComparedRun compared = run.compared();
    private final ComparedContents contents =
            new ComparedContents(new FinalNumbers(compared.source()), new FinalNumbers(compared.target()));

    @BeforeEach
    void copied() {
        for (int document = 0; document < DOCUMENTS; document++) {
            run.source(0).index("d" + document, "{}");
        }
        run.copy();
        run.whileSleeping(run::copy);
    }

    @Test
    void whatWasComparedIsKnownAsLongAsTheTermIsTheSame() throws Exception {
        contents.begin(run.sleeper());
        contents.keep(Map.of(0, 7L), _ -> true);
        run.source(0).index("later", "{}");
        assertThat(contents.known(run.sleeper())).isEqualTo(new KnownContents(Map.of(0, 7L), List.of(DOCUMENTS - 1L)));
        run.source(0).failOver("h");
        assertThat(contents.known(run.sleeper()).source()).isEmpty();
    }

    @Test
    void nothingIsKnownOfAShardOfWhichASampleWasComparedNorOfAComparisonThatWasNotKept() throws Exception {
        contents.begin(run.sleeper());
        contents.keep(Map.of(0, 7L), _ -> false);
        assertThat(contents.known(run.sleeper()).source()).isEmpty();
        contents.keep(Map.of(0, 7L), _ -> true);
        contents.begin(run.sleeper());
        assertThat(contents.known(run.sleeper()).source()).isEmpty();
    }

    /// What is known and what was put back is of one moment so.
    @Test
    void theSourceIsAskedOnceForBoth() throws Exception {
        contents.begin(run.sleeper());
        contents.keep(Map.of(0, 7L), _ -> true);
        List<String> calls = new ArrayList<>();
        run.source(0).before(calls::add);
        contents.toldTo(verification(Set.of(), run.sleeper()), run.sleeper());
        assertThat(calls).containsOnlyOnce("numbers");
    }

    @Test
    void underTheBlockOnlyTheBytesOfWhatCameSinceAreComparedAndTheirDifferencesMended() throws Exception {
        ComparedEquality equality = equality();
        assertThat(equality.checkOnline(run.sleeper()).sentence()).contains(DOCUMENTS + " of them compared by content");
        run.source(0).index("new", "{\"n\":1}");
        run.copyAbove(DOCUMENTS - 1L);
        run.target(0).write("new", null, run.word(0, DOCUMENTS), "{\"n\":2}");

        Equality.Verdict verdict = equality.establish(run.instant().plus(PATIENCE), run.sleeper());

        assertThat(verdict.isEqual()).isTrue();
        assertThat(verdict.sentence()).contains("1 mended").doesNotContain(DOCUMENTS + 1 + " of them compared");
        assertThat(run.copied()).containsEntry("new", "{\"n\":1}");
    }

    @Test
    void whatTheTargetWroteAgainUnderItsWordIsComparedAgain() throws Exception {
        ComparedEquality equality = equality();
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
        run.target(0).write("d700", null, run.word(0, 700), "{\"n\":2}");

        Equality.Verdict verdict = equality.establish(run.instant().plus(PATIENCE), run.sleeper());

        assertThat(verdict.sentence()).contains("1 mended").doesNotContain(DOCUMENTS + " of them compared");
        assertThat(run.copied()).containsEntry("d700", "{}");
    }

    @Test
    void inATargetOfAnotherTermAllBytesAreComparedUnderTheBlock() throws Exception {
        ComparedEquality equality = equality();
        equality.checkOnline(run.sleeper());
        run.target(0).failOver("h");
        assertThat(equality.establish(run.instant().plus(PATIENCE), run.sleeper())
                        .sentence())
                .contains(DOCUMENTS + " of them compared by content");
    }

    @Test
    void inAnotherTermAllBytesAreComparedUnderTheBlock() throws Exception {
        ComparedEquality equality = equality();
        equality.checkOnline(run.sleeper());
        run.source(0).failOver("h");
        assertThat(equality.establish(run.instant().plus(PATIENCE), run.sleeper())
                        .sentence())
                .contains(DOCUMENTS + " of them compared by content");
    }

    /// Nobody has seen that: a number was given out twice, to one document with other bytes.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allBytesOfAShardThatWasPutBackAreComparedUnderTheBlock(boolean isToBeMended) throws Exception {
        ComparedEquality equality = equality(Set.of());
        MemoryShard.Disk disk = run.source(0).disk();
        run.source(0).index("d700", "{\"n\":1}");
        run.copyNew();
        assertThat(equality.checkOnline(run.sleeper()).sentence())
                .doesNotContain(DOCUMENTS + " of them compared by content");
        run.source(0).putBackWithCluster(disk, true);
        run.source(0).index("d700", "{\"n\":2}");

        Instant deadline = run.instant().plus(PATIENCE);
        Equality.Verdict verdict =
                isToBeMended ? equality.establish(deadline, run.sleeper()) : equality.check(deadline, run.sleeper());

        assertThat(verdict.sentence()).contains(DOCUMENTS + " of them compared by content");
        assertThat(verdict.isEqual()).as(verdict.sentence()).isEqualTo(isToBeMended);
        assertThat(verdict.sentence()).contains(isToBeMended ? "1 mended" : "1 difference");
        assertThat(run.copied()).containsEntry("d700", isToBeMended ? "{\"n\":2}" : "{\"n\":1}");
    }

    private ComparedEquality equality() {
        return equality(Set.of(0));
    }

    /// @param whole source shards that are known to have changed their terms
    private ComparedEquality equality(Set<Integer> whole) {
        return new ComparedEquality(
                compared,
                sleeper -> new Sweep(compared, run, sleeper, 1_000_000),
                sleeper -> verification(whole, sleeper),
                run);
    }

    private Verification verification(Set<Integer> whole, Sleeper sleeper) {
        return new Verification(compared, whole, run, sleeper, 1_000_000, new Random(1));
    }
}
