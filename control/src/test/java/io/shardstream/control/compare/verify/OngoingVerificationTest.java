package io.shardstream.control.compare.verify;

import static io.shardstream.control.compare.verify.VerificationFixture.ONLINE;
import static io.shardstream.control.compare.verify.VerificationFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is judged while the run goes on, and what is not yet.
class OngoingVerificationTest {
    private final VerificationFixture fixture = new VerificationFixture();
    private final MemoryRun run = fixture.run;
    private final List<DocumentDifference> told = fixture.told;

    @Test
    void aDeleteThatWasNotSweptIsNoDifferenceWhileTheRunGoesOn() throws Exception {
        run.source(0).delete("d4");
        run.copy();

        VerificationReport report = fixture.verify(ONLINE);

        assertThat(report.isClean()).isTrue();
        fixture.assertOnly(Kind.UNSWEPT, "d4");
        fixture.assertRepaired("d4");
    }

    @Test
    void whatMovesMeanwhileIsNotReported() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        run.source(0).before(_ -> {
            int call = calls.incrementAndGet();
            if (call % 3 == 0) {
                run.source(0).index("d" + (call % 15) * 2, "{\"n\":" + call + "}");
                run.source(0).delete("d" + (call % 7) * 2);
                run.copy();
            }
        });

        VerificationReport report = fixture.verify(ONLINE.withContent(Content.ALL));

        assertThat(report.isClean()).as(told::toString).isTrue();
    }

    @Test
    void whatTheSourceDeletesWhileTheTargetIsAskedIsNotMissing() throws Exception {
        run.targetOf("d4").before(call -> {
            if (call.equals("forEachLive")) {
                run.targetOf("d4").drop("d4");
            } else if (call.equals("withIds")) {
                run.source(0).delete("d4");
            }
        });

        assertThat(fixture.verify(ONLINE).counts()).isEmpty();
    }

    @Test
    void whatASweepDeletesWhileTheSourceIsAskedIsNotExtra() throws Exception {
        run.source(0).delete("d4");
        run.copy();
        run.source(0).before(call -> {
            if (call.equals("withIds")) {
                run.targetOf("d4").drop("d4");
            }
        });

        assertThat(fixture.verify(ONLINE).counts()).isEmpty();
    }

    @Test
    void nothingAboveTheCheckpointIsPublishedToRepair() throws Exception {
        run.targetOf("d4").drop("d4");
        AtomicInteger asked = new AtomicInteger();
        run.source(0).before(call -> {
            if (call.equals("bodies") && asked.incrementAndGet() == 1) {
                run.source(0).index("d4", "{\"n\":99}");
            }
        });
        int before = run.records();

        fixture.verify(ONLINE.withRepair(true));

        assertThat(asked.get()).isPositive();
        assertThat(run.published(before)).isEmpty();
    }

    /// As a source does that syncs its translog now and then.
    @ParameterizedTest
    @EnumSource(
            value = VersionMode.class,
            names = {"SEQNO", "SOURCE"})
    void whatWasAcknowledgedBeforeIsJudgedAlsoIfTheSourceSettlesItLater(VersionMode versions) throws Exception {
        MemoryRun run = new MemoryRun(1, 1, versions);
        run.source(0).indexVersioned("early", 1, "{}");
        run.copy();
        run.source(0).indexVersioned("late", 1, "{}");
        run.source(0).unsettled(1);
        run.whileSleeping(() -> {
            if (run.instant().isAfter(Instant.EPOCH)) {
                run.source(0).unsettled(0);
            }
            // Readers are at work until they have read it.
            if (run.instant().isAfter(Instant.EPOCH.plusSeconds(1))) {
                run.copyNew();
            }
        });

        VerificationReport report = new Verification(
                        run.compared(), Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(ONLINE, told::add);

        assertThat(report.isEqual()).isTrue();
        assertThat(report.checkpoints()).containsExactly(entry(0, 1L));
        assertThat(run.copied()).containsKey("late");
    }

    @Test
    void whatReadersHaveNotReadIsNotJudgedWhenTheyAreGone() throws Exception {
        run.source(0).index("later", "{}");
        run.source(0).index("d4", "{\"n\":44}");

        VerificationOptions ended = new VerificationOptions(false, false, Content.ALL, false, PATIENCE);
        VerificationReport left = fixture.verify(ended);
        assertThat(left.counts()).isEmpty();
        assertThat(left.unread()).isEqualTo(2);
        assertThat(left.isClean()).isTrue();
        assertThat(left.isEqual()).isFalse();

        run.targetOf("d8").drop("d8");
        fixture.verify(ended);
        fixture.assertOnly(Kind.MISSING, "d8");
    }

    @Test
    void whatTheTargetHoldsBeyondWhatWasReadIsJudgedByTheSourceWhenReadersAreGone() throws Exception {
        VerificationOptions ended = new VerificationOptions(false, false, Content.SAMPLE, false, PATIENCE);
        long taken = run.source(0).index("d4", "{\"n\":44}");
        run.targetOf("d4").write("d4", null, run.word(0, taken), "{\"n\":44}");
        VerificationReport before = fixture.verify(ended);
        assertThat(before.isEqual()).isTrue();
        assertThat(before.isFinal()).isTrue();

        run.targetOf("d6").write("d6", null, run.word(0, taken + 1), "{}");
        run.source(0).index("gone", "{}");
        run.targetOf("gone").write("gone", null, run.word(0, taken + 1), "{}");
        run.source(0).delete("gone");
        run.source(0).index("d4", "{\"n\":45}");
        VerificationReport report = fixture.verify(ended);

        assertThat(told)
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactlyInAnyOrder(tuple(Kind.AHEAD, "d6"), tuple(Kind.EXTRA, "gone"));
        assertThat(report.unjudged()).isEqualTo(1);
        assertThat(report.isEqual()).isFalse();
    }

    @Test
    void whatIsNewerThanWhatIsJudgedIsCounted() throws Exception {
        run.target(0).before(call -> {
            if (call.equals("forEachLive")) {
                run.target(0).before(_ -> {});
                for (int i = 0; i < 9; i++) {
                    run.source(0).index("later" + i, "{}");
                }
                run.copy();
            }
        });

        VerificationReport report = fixture.verify(ONLINE);

        assertThat(report.isClean()).isTrue();
        assertThat(report.unjudged()).isEqualTo(9);
        assertThat(report.record("docs", 2, List.of()).isEqual()).isFalse();
        assertThat(report.isFinal()).isFalse();
        assertThat(report.isEqual()).isFalse();
    }
}
