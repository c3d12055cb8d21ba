package io.shardstream.control.run.equality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A comparison under the block, of a run whose sides were compared before.
class CountedEqualityTest {
    private static final int DOCUMENTS = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String COUNTED = "all others counted";
    private static final String READ = "all numbers were read, not counted: ";

    private final MemoryRun run = new MemoryRun(2, 2);
    private final ComparedRun compared = run.compared();
    private final ComparedEquality equality = new ComparedEquality(
            compared,
            sleeper -> new Sweep(compared, run, sleeper, 1_000_000),
            sleeper -> new Verification(compared, Set.of(), run, sleeper, 1_000_000, new Random(1)),
            run);

    @BeforeEach
    void copied() {
        for (int document = 0; document < DOCUMENTS; document++) {
            run.source(document % 2).index("d" + document, "{\"n\":" + document + "}");
        }
        run.copy();
        run.whileSleeping(run::copyNew);
    }

    @Test
    void whatIsOldIsCountedAndNotRead() throws Exception {
        compareBefore();
        run.source(0).index("new", "{}");
        run.source(1).index("d1", "{\"n\":-1}");
        run.copyNew();

        assertThat(establish().sentence()).contains(COUNTED, "2 new documents read, 1 old words looked for");
    }

    @Test
    void copiesThatTheClusterDoesNotHoldForPrimariesProveNothing() throws Exception {
        compareBefore();
        run.target(0).cutOff();
        assertThatThrownBy(this::establish)
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("said that it was the primary, and the cluster has another one");
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
    void whatIsNewBecomesOldBeforeTheBlock() throws Exception {
        compareBefore();
        run.source(0).index("new", "{}");
        run.source(1).delete("d1");
        run.source(1).index("d3", "{\"n\":-1}");
        assertThat(equality.approach(run.sleeper(), true).sentence()).contains("1 document deleted before");
        run.source(1).index("last", "{}");
        run.copyNew();

        assertThat(establish().sentence()).contains(COUNTED, "1 new documents read, 0 old words looked for");
    }

    @Test
    void aSourceAtRestIsNotExpectedToBeCountedUnderTheBlock() throws Exception {
        compareBefore();
        run.source(0).before(call -> passTwoSeconds(call.equals("count")));
        run.source(1).before(call -> passTwoSeconds(call.equals("count")));

        Equality.Approach still = equality.approach(run.sleeper(), true);
        run.source(0).index("d2", "{}");
        run.source(1).index("d1", "{}");
        run.copyNew();
        run.source(1).before(call -> {
            if (call.equals("count")) {
                passTwoSeconds(true);
                run.source(1).index("d3", "{}");
            }
        });
        Equality.Approach written = equality.approach(run.sleeper(), true);

        assertThat(still.expected()).isZero();
        assertThat(written.expected()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
    }

    private void passTwoSeconds(boolean doThey) {
        if (doThey) {
            run.pass(Duration.ofSeconds(2));
        }
    }

    @Test
    void nothingIsDeletedWhereNothingMayBeChanged() throws Exception {
        compareBefore();
        run.source(1).delete("d1");
        assertThat(equality.approach(run.sleeper(), false).counts()).isTrue();
        assertThat(run.copied()).containsKey("d1");
    }

    @Test
    void beforeTheBlockItIsKnownThatTheTargetDoesNotCount() throws Exception {
        compareBefore();
        run.target(1).refuseNumbers();

        Equality.Approach approach = equality.approach(run.sleeper(), true);

        assertThat(approach.counts()).isFalse();
        assertThat(approach.sentence()).contains(READ + "the target does not say which documents have a version");
    }

    @Test
    void aDocumentThatTheTargetLostIsFoundAndMendedByReading() throws Exception {
        compareBefore();
        run.target(0).drop(someOf(0));

        assertThat(establish().sentence()).contains("1 mended", READ, "the target has 59 documents, the source 60");
    }

    @Test
    void aLostDocumentIsNotMadeUpForByAnUnsweptOne() throws Exception {
        compareBefore();
        String lost = someOf(0);
        String deleted = lost.equals("d4") ? "d6" : "d4";
        run.target(0).drop(lost);
        run.source(0).delete(deleted);
        run.copyNew();

        assertThat(establish().sentence()).contains("1 mended", READ);
        assertThat(run.copied()).containsKey(lost).doesNotContainKey(deleted);
    }

    @Test
    void whatAClientWroteToTheTargetUnderTheWordOfAnotherDocumentIsNeverEqual() throws Exception {
        compareBefore();
        String id = someOf(0);
        long word = run.target(0).version(id);
        run.target(0).write(id, null, word + 1, "{}");

        assertThat(establish().isEqual()).isFalse();
    }

    @Test
    void whatAClientWroteToTheTargetUnderAVersionOfItsOwnIsRead() throws Exception {
        compareBefore();
        run.target(0).write("theirs", null, 1, "{}");

        Equality.Verdict verdict = establish();

        assertThat(verdict.isEqual()).isFalse();
        assertThat(verdict.report().differences()).isEqualTo(1);
    }

    @Test
    void recordsThatAreWrittenAgainAreLookedAtByIdAndContent() throws Exception {
        compareBefore();
        run.rewind();
        assertThat(establish().sentence()).contains(COUNTED).contains("0 differences");
    }

    @Test
    void otherBytesUnderAnOldWordAreFoundAndMended() throws Exception {
        compareBefore();
        String id = someOf(1);
        run.target(1).write(id, null, run.target(1).version(id), "{\"other\":1}");

        assertThat(establish().sentence()).contains("1 mended", READ + "documents of both sides have other contents");
        assertThat(run.copied()).doesNotContainValue("{\"other\":1}");
    }

    @Test
    void whatComesBackByRecordsThatAreWrittenAgainIsDeleted() throws Exception {
        run.source(0).delete("d2");
        equality.sweepOnline(run.sleeper());
        compareBefore();
        run.targetOf("d2").forgetTombstones();
        run.targetOf("d2").write("d2", null, run.word(0, 1), "{\"n\":2}");

        assertThat(establish().sentence()).contains(COUNTED);
        assertThat(run.copied()).doesNotContainKey("d2");
    }

    @Test
    void whatWasWrittenLastAndIsMissingIsMendedByReading() throws Exception {
        compareBefore();
        run.source(0).index("new", "{}");
        run.copyNew();
        run.targetOf("new").drop("new");

        assertThat(establish().sentence()).contains("1 mended", READ);
        assertThat(run.copied()).containsKey("new");
    }

    @Test
    void withRefusedDocumentsEverythingIsRead() throws Exception {
        run.source(0).index("refused", "{}");
        run.copyNew();
        run.targetOf("refused").drop("refused");
        run.reject("refused", null, run.word(0, DOCUMENTS / 2));
        compareBefore();

        assertThat(establish().sentence()).contains(READ + "the target has refused documents");
    }

    @Test
    void whereDocumentsShareNumbersEverythingIsRead() throws Exception {
        run.source(0).indexAt(3, "twin", null, "{}");
        run.copy();
        compareBefore();

        assertThat(establish().sentence()).contains(READ + "documents of the source share sequence numbers");
    }

    @Test
    void whereNewDocumentsShareNumbersEverythingIsRead() throws Exception {
        compareBefore();
        run.source(0).indexAt(100, "one", null, "{}");
        run.source(0).indexAt(100, "other", null, "{}");
        run.copyNew();

        assertThat(establish().sentence()).contains(READ + "documents of the source share sequence numbers");
    }

    @Test
    void anotherTermOrHistoryOfEitherSideMakesTheBaselineVoid() throws Exception {
        compareBefore();
        run.source(1).failOver("h");
        assertThat(establish().sentence()).contains(READ + "shard 1 of the source has another primary term");
        compareBefore();
        run.target(0).failOver("h");
        assertThat(establish().sentence()).contains(READ + "shard 0 of the target has another primary term");
        compareBefore();
        run.target(0).failOver("other");
        assertThat(establish().sentence()).contains(READ + "shard 0 of the target has another primary term");
    }

    /// Before the block, and clients write exactly as many operations as were lost.
    @Test
    void aShardThatIsPutBackAndHasAsManyNumbersAgainIsNotEqual() throws Exception {
        compareBefore();
        run.source(1).putBack(run.source(1).locate().numbers().maxSeqNo() - 1);
        run.source(1).index("other", "{}");

        assertThatThrownBy(this::establish)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("older state of its disk");
    }

    @Test
    void anotherLineageMakesTheBaselineVoid() throws Exception {
        compareBefore();
        run.raiseLineage();
        run.copy();

        assertThat(establish().sentence()).contains(READ + "the lineage of a source shard has changed");
    }

    @Test
    void withoutAComparisonBeforeEverythingIsRead() throws Exception {
        assertThat(establish().sentence()).contains(READ + "this controller has not compared both sides");
    }

    @Test
    void aTargetThatDoesNotSayWhoHasAWordIsRead() throws Exception {
        compareBefore();
        run.source(0).delete("d2");
        run.copyNew();
        run.target(0).refuseNumbers();

        assertThat(establish().sentence()).contains(READ + "the target does not say which documents have a version");
        assertThat(run.copied()).doesNotContainKey("d2");
    }

    @Test
    void aSourceThatDoesNotCountIsRead() throws Exception {
        compareBefore();
        run.source(0).refuseCounts();

        assertThat(establish().sentence()).contains(READ + "source shard 0 cannot be counted");
    }

    @Test
    void aSourceThatAnswersWithFewBlocksIsAskedForWiderOnes() throws Exception {
        compareBefore();
        run.source(0)
                .counting((what, counted) -> counted instanceof Counted.Counts of
                                && of.blocks().counts().size() > 8
                        ? new Counted.TooManyBlocks()
                        : counted);
        for (int document = 0; document < 40; document += 2) {
            run.source(0).delete("d" + document);
        }
        run.copyNew();

        assertThat(establish().isEqual()).isTrue();
        assertThat(run.copied()).doesNotContainKeys("d0", "d20", "d38");
    }

    @Test
    void whatIsWrittenWhileItIsCountedIsCountedAgain() throws Exception {
        compareBefore();
        String id = someOf(0);
        long word = run.target(0).version(id);
        int[] calls = {0};
        run.target(0).before(call -> {
            if (call.equals("countLive") && calls[0]++ == 0) {
                run.target(0).write(id, null, word, "{\"other\":1}");
            }
        });

        Equality.Verdict verdict = establish();

        assertThat(verdict.isEqual()).isTrue();
        assertThat(run.copied()).doesNotContainValue("{\"other\":1}");
    }

    @Test
    void whatIsWrittenAtTheVeryEndIsCountedAgain() throws Exception {
        compareBefore();
        String id = someOf(0);
        long word = run.target(0).version(id);
        int[] looks = {0};
        run.sight(() -> {
            if (looks[0]++ == 0) {
                run.target(0).write(id, null, word, "{\"other\":1}");
            }
        });

        assertThat(establish().isEqual()).isTrue();
        assertThat(run.copied()).doesNotContainValue("{\"other\":1}");
    }

    @Test
    void whatIsHiddenIsNotTakenForDeleted() throws Exception {
        compareBefore();
        run.source(0).delete("d2");
        run.copyNew();
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(this::establish).hasMessage("hidden");
        assertThat(run.copied()).containsKey("d2");
    }

    @Test
    void behindTheFenceItIsCountedAgainWhereNumbersHaveMoved() throws Exception {
        compareBefore();
        assertThat(establish().isEqual()).isTrue();
        String id = someOf(0);
        run.target(0).write(id, null, run.target(0).version(id), run.copied().get(id));

        assertThat(equality.check(run.instant().plus(PATIENCE), run.sleeper()).sentence())
                .contains(COUNTED);
        run.target(0).drop(id);
        run.target(0).write("x", null, run.word(0, 3), null);
        assertThat(equality.check(run.instant().plus(PATIENCE), run.sleeper()).isEqual())
                .isFalse();
    }

    private void compareBefore() throws Exception {
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
    }

    private Equality.Verdict establish() throws Exception {
        Equality.Verdict verdict = equality.establish(run.instant().plus(PATIENCE), run.sleeper());
        if (verdict.isEqual() && verdict.report().rejects() == 0) {
            Map<String, String> source = new HashMap<>(run.source(0).documents());
            source.putAll(run.source(1).documents());
            assertThat(run.copied()).isEqualTo(source);
        }
        return verdict;
    }

    /// Some document of that target shard.
    private String someOf(int shard) {
        return run.target(shard).documents().keySet().stream()
                .sorted()
                .findFirst()
                .orElseThrow();
    }
}
