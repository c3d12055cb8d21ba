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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A comparison under the block of a target that does not say which documents have a version, as OpenSearch.
class OwnNumbersEqualityTest {
    private static final int DOCUMENTS = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String COUNTED = "by the target's own numbers, all others counted";
    private static final String READ = "all numbers were read, not counted: ";

    private final MemoryRun run = new MemoryRun(2, 2);
    private final ComparedRun compared = run.compared();
    private ComparedEquality equality = equality(1_000_000);

    private ComparedEquality equality(long mostBytes) {
        return new ComparedEquality(
                compared,
                sleeper -> new Sweep(compared, run, sleeper, mostBytes),
                sleeper -> new Verification(compared, Set.of(), run, sleeper, mostBytes, new Random(1)),
                run);
    }

    @BeforeEach
    void copied() {
        run.target(0).refuseVersions();
        run.target(1).refuseVersions();
        for (int document = 0; document < DOCUMENTS; document++) {
            run.source(document % 2).index("d" + document, "{\"n\":" + document + "}");
        }
        run.copy();
        run.whileSleeping(run::copyNew);
    }

    @Test
    void nothingOfTheTargetIsReadThatIsOld() throws Exception {
        compareBefore();
        run.source(0).index("new", "{}");
        run.source(1).index("d1", "{\"n\":-1}");
        run.copyNew();

        assertThat(establish().sentence()).contains("2 new documents read, 1 old words looked for", COUNTED);
    }

    @Test
    void whatTheSourceHasNoMoreIsDeletedUnderTheBlock() throws Exception {
        run.source(0).delete("d8");
        compareBefore();
        run.source(0).delete("d2");
        run.source(1).delete("d3");
        run.copyNew();

        assertThat(establish().sentence()).contains(COUNTED);
        assertThat(run.copied()).doesNotContainKeys("d2", "d3", "d8");
    }

    @Test
    void whatWasWrittenSinceTheComparisonIsFoundWhenItIsDeletedLater() throws Exception {
        compareBefore();
        run.source(0).index("late", "{}");
        run.copyNew();
        assertThat(equality.approach(run.sleeper(), true).counts()).isTrue();
        run.source(0).delete("late");
        run.copyNew();

        assertThat(establish().sentence()).contains(COUNTED);
        assertThat(run.copied()).doesNotContainKey("late");
    }

    @Test
    void whatWasMadeAndDeletedSinceTheLastRoundIsFound() throws Exception {
        compareBefore();
        run.source(0).index("short", "{}");
        run.copyNew();
        run.source(0).delete("short");
        run.copyNew();

        assertThat(establish().sentence()).contains(COUNTED);
        assertThat(run.copied()).doesNotContainKey("short");
    }

    @Test
    void aDocumentThatTheTargetLostIsFound() throws Exception {
        compareBefore();
        run.target(0).drop(someOf(0));

        assertThat(establish().sentence()).contains("1 mended", READ, "the target has 59 documents, the source 60");
    }

    @Test
    void aLostDocumentIsNotMadeUpForByAnUnsweptOneOfTheSameShard() throws Exception {
        compareBefore();
        String lost = someOf(0);
        String unswept = run.target(0).documents().keySet().stream()
                .sorted()
                .skip(1)
                .findFirst()
                .orElseThrow();
        run.target(0).drop(lost);
        run.source(Integer.parseInt(unswept.substring(1)) % 2).delete(unswept);
        run.copyNew();

        assertThat(establish().sentence()).contains("1 mended", READ);
        assertThat(run.copied()).containsKey(lost).doesNotContainKey(unswept);
    }

    @Test
    void aLostDocumentIsNotMadeUpForByAnUnsweptOneOfAnotherShard() throws Exception {
        compareBefore();
        String lost = someOf(0);
        String unswept = someOf(1);
        run.target(0).drop(lost);
        run.source(Integer.parseInt(unswept.substring(1)) % 2).delete(unswept);
        run.copyNew();

        assertThat(establish().sentence()).contains("1 mended", READ);
        assertThat(run.copied()).containsKey(lost).doesNotContainKey(unswept);
    }

    @Test
    void whatAClientWroteToTheTargetIsNeverEqual() throws Exception {
        compareBefore();
        String id = someOf(0);
        run.target(0).write(id, null, run.target(0).version(id) + 1, "{}");

        assertThat(establish().isEqual()).isFalse();
    }

    @Test
    void recordsThatAreWrittenAgainAreLookedAtByIdAndContent() throws Exception {
        compareBefore();
        run.rewind();

        assertThat(establish().sentence()).contains(COUNTED, "0 differences");
    }

    @Test
    void anotherTermOfTheTargetMakesWhatIsKnownVoid() throws Exception {
        compareBefore();
        run.target(0).failOver("h");

        assertThat(establish().sentence()).contains(READ + "shard 0 of the target has another primary term");
    }

    @Test
    void whereOwnNumbersDoNotFitIntoMemoryEverythingIsRead() throws Exception {
        equality = equality(100);
        compareBefore();

        assertThat(establish().sentence())
                .contains(READ + "the target does not say which documents have a version, and their own numbers do not"
                        + " fit into memory");
    }

    private void compareBefore() throws Exception {
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
    }

    private Equality.Verdict establish() throws Exception {
        Equality.Verdict verdict = equality.establish(run.instant().plus(PATIENCE), run.sleeper());
        if (verdict.isEqual()) {
            Map<String, String> source = new HashMap<>(run.source(0).documents());
            source.putAll(run.source(1).documents());
            assertThat(run.copied()).isEqualTo(source);
        }
        return verdict;
    }

    /// Some document of that target shard.
    private String someOf(int shard) {
        MemoryShard of = run.target(shard);
        return of.documents().keySet().stream().sorted().findFirst().orElseThrow();
    }
}
