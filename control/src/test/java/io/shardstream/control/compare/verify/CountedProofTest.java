package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.sweep.Baseline;
import io.shardstream.control.compare.sweep.SourceNumbers;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.compare.version.WordLookup;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// A proof against a baseline that is made by hand: the source had the numbers 0 and 1 then, and the target two
/// documents.
class CountedProofTest {
    private final MemoryRun run = new MemoryRun(1, 1);
    private final ComparedRun compared = run.compared();

    @Test
    void whatBothSidesHoldIsEqual() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();

        assertThat(proofOf(baseline(1, Map.of()))).isInstanceOf(CountedProof.Outcome.Proved.class);
    }

    @Test
    void aWordThatTwoDocumentsHaveDoesNotMakeUpForOneThatNobodyHas() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.target(0).write("other", null, run.word(0, 0), "{}");
        Baseline before = baseline(0, Map.of());
        run.target(0).write("a", null, run.word(0, 0), "{}");

        assertThat(proofOf(before))
                .isEqualTo(new CountedProof.Outcome.Unproven("the target has written other documents under old words"));
    }

    @Test
    void whereTheSourceHasWhatItDidNotHaveNothingFollows() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.source(0).indexAt(1, "twin", null, "{}");
        run.copy();

        assertThat(proofOf(baseline(2, Map.of())))
                .isEqualTo(new CountedProof.Outcome.Unproven(
                        "source shard 0 cannot be counted: the source has numbers that it did not have"));
    }

    @Test
    void bytesOfWhatWasWrittenAgainInARoundBeforeAreCompared() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();
        run.target(0).write("a", null, run.word(0, 0), "{\"other\":1}");

        assertThat(proofOf(baseline(2, Map.of(0, Roaring64Bitmap.bitmapOf(0)))))
                .isEqualTo(new CountedProof.Outcome.Different(Set.of(0)));
    }

    @Test
    void whatHasGoneAndIsNotThereIsNotLookedForWhenDeletesHaveBeenCarriedOut() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();
        Baseline before = baseline(1, Map.of());
        run.source(0).index("a", "{\"newer\":1}");
        run.source(0).delete("b");
        run.copyAbove(1);
        CountedProof proof = proof();

        CountedProof.Outcome.Deleted deleted = (CountedProof.Outcome.Deleted) outcome(proof, before, true);
        CountedProof.Outcome last = outcome(proof, deleted.next(), false);

        assertThat(deleted.documents()).isEqualTo(1);
        assertThat(deleted.next().gone()).isEqualTo(Roaring64Bitmap.bitmapOf(run.word(0, 1)));
        assertThat(last)
                .isInstanceOfSatisfying(
                        CountedProof.Outcome.Proved.class,
                        proved ->
                                assertThat(proved.sentence()).contains("1 new documents read, 2 old words looked for"));
    }

    @Test
    void whatTheTargetWroteUnderAnOldWordIsSeenThoughDeletesArePublished() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.target(0).write("other", null, run.word(0, 0), "{}");
        run.target(0).write("b", null, run.word(0, 1), "{}");
        Baseline before = baseline(1, Map.of());
        run.target(0).write("a", null, run.word(0, 0), "{}");
        run.source(0).delete("b");

        assertThat(outcome(proof(), before, true))
                .isEqualTo(new CountedProof.Outcome.Unproven("the target has written other documents under old words"));
    }

    private Baseline baseline(long mark, Map<Integer, Roaring64Bitmap> again) {
        SourceNumbers source =
                new SourceNumbers(0, 1, 1, 1, numbers(run.source(0)).identity(), Roaring64Bitmap.bitmapOf(0, 1));
        return new Baseline(
                List.of(source),
                List.of(new Baseline.Mark(numbers(run.target(0)).identity(), mark)),
                new Roaring64Bitmap(),
                new Roaring64Bitmap(),
                again,
                new WordLookup.ByVersion());
    }

    private CountedProof.Outcome proofOf(Baseline baseline) throws Exception {
        return outcome(proof(), baseline, false);
    }

    private CountedProof proof() {
        return new Verification(compared, Set.of(), run, run.sleeper(), 1_000_000, new Random(1)).proof();
    }

    private CountedProof.Outcome outcome(CountedProof proof, Baseline baseline, boolean deletes) throws Exception {
        return proof.of(
                baseline,
                List.of(numbers(run.source(0))),
                List.of(numbers(run.target(0))),
                KnownContents.NONE,
                deletes);
    }

    private static CopyNumbers numbers(MemoryShard shard) {
        try {
            return shard.locate().numbers();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
