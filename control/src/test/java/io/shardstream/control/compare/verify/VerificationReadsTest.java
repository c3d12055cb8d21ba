package io.shardstream.control.compare.verify;

import static io.shardstream.control.compare.verify.VerificationFixture.LAST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.version.MemoryRun;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How the copies are read, and what is not taken for an answer.
class VerificationReadsTest {
    private final VerificationFixture fixture = new VerificationFixture();
    private final MemoryRun run = fixture.run;

    @Test
    void nothingIsRefreshedForWhatIsVisibleAlready() throws Exception {
        for (int i = 0; i < 12; i++) {
            run.source(i % 2).delete("d" + i);
            run.targetOf("d" + (12 + i)).drop("d" + (12 + i));
        }
        run.copy();
        for (int i = 12; i < 24; i++) {
            run.targetOf("d" + i).drop("d" + i);
        }
        long before = run.source(0).refreshes() + run.target(1).refreshes();

        VerificationReport report = fixture.verify(LAST.withContent(Content.ALL));

        assertThat(report.differences()).isEqualTo(24);
        assertThat(run.source(0).refreshes() + run.target(1).refreshes() - before)
                .isEqualTo(4);
    }

    @Test
    void aPrimaryThatHasNotRefreshedIsNotTakenForAnEmptyOne() throws Exception {
        run.targetOf("d4").write("d4", null, fixture.word("d4"), "{\"n\":5}");
        run.source(0).before(call -> {
            if (call.equals("bodies")) {
                run.source(0).before(_ -> {});
                run.source(0).failOverUnrefreshed();
            }
        });
        run.target(2).before(call -> {
            if (call.equals("bodies")) {
                run.target(2).before(_ -> {});
                run.target(2).failOverUnrefreshed();
            }
        });

        VerificationReport report = fixture.verify(LAST.withContent(Content.ALL));

        fixture.assertOnly(Kind.CONTENT, "d4");
        assertThat(report.contents()).isEqualTo(30);
    }

    @Test
    void norIsASampleOfAPrimaryThatHasNotRefreshed() throws Exception {
        run.targetOf("d4").write("d4", null, fixture.word("d4"), "{\"n\":5}");
        AtomicInteger scans = new AtomicInteger();
        run.source(0).before(call -> {
            if (call.equals("forEachLive") && scans.incrementAndGet() == 2) {
                run.source(0).failOverUnrefreshed();
            }
        });

        fixture.verify(LAST);

        fixture.assertOnly(Kind.CONTENT, "d4");
    }

    @Test
    void bytesThatCannotBeHeldAgainstEachOtherAreNotCounted() throws Exception {
        run.targetOf("d4").drop("d4");
        run.targetOf("d6").drop("d6");
        run.targetOf("d6").write("d6", null, fixture.word("d8"), "{}");

        assertThat(fixture.verify(LAST.withContent(Content.ALL)).contents()).isEqualTo(28);
    }

    @Test
    void manyNumbersAreComparedInRounds() throws Exception {
        run.source(1).delete("d7");
        run.copy();
        run.targetOf("d4").drop("d4");
        run.targetOf("d5").drop("d5");
        run.target(1).write("theirs", null, 3, "{}");

        VerificationReport report = fixture.verify(LAST.withContent(Content.ALL), 1);

        assertThat(report.counts()).isEqualTo(Map.of(Kind.MISSING, 2L, Kind.EXTRA, 1L, Kind.FOREIGN, 1L));
        assertThat(report.sourceDocuments()).isEqualTo(29);
    }

    @Test
    void allDocumentsOfAShardThatChangedItsTermAreComparedByBytes() throws Exception {
        for (int i = 0; i < 3000; i++) {
            run.source(0).index("m" + i, "{\"m\":" + i + "}");
        }
        run.copy();
        run.targetOf("m777").write("m777", null, fixture.word("m777"), "{}");
        AtomicInteger found = new AtomicInteger();

        VerificationReport report = new Verification(
                        run.compared(), Set.of(0), run, run.sleeper(), 100_000, new Random(1))
                .run(LAST, _ -> found.incrementAndGet());

        assertThat(report.count(Kind.CONTENT)).isEqualTo(1);
        assertThat(report.contents()).isGreaterThanOrEqualTo(3015);
        assertThat(found.get()).isEqualTo(1);
    }

    @Test
    void aDocumentThatIsHiddenBetweenTwoQuestionsIsNotTakenForOneThatHasMovedOn() throws Exception {
        run.targetOf("d4").drop("d4");
        run.source(0).before(call -> {
            if (call.equals("named")) {
                run.source(0).drop("d4");
            }
        });
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(() -> fixture.verify(LAST)).hasMessage("hidden");
    }

    @Test
    void whatIsHiddenAndLackingInTheTargetIsNotEqual() {
        run.targetOf("d4").drop("d4");
        run.source(0).drop("d4");
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(() -> fixture.verify(LAST)).hasMessage("hidden");
    }

    @Test
    void aSampleIsOfSomeDocuments() throws Exception {
        for (int i = 0; i < 5000; i++) {
            run.source(0).index("m" + i, "{\"m\":" + i + "}");
        }
        run.copy();

        VerificationReport report = fixture.verify(LAST, 100_000);

        assertThat(report.contents()).isBetween(500L, 1100L);
    }
}
