package io.shardstream.control.compare.sweep;

import static io.shardstream.control.compare.sweep.SweepFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.control.compare.version.MemoryRun;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Shards that a sweep skips, and what ends the skipping; here both sides count. [ReadSkippedShardsTest] has
/// them read.
class SkippedShardsTest {
    final SweepFixture fixture = new SweepFixture();
    private final MemoryRun run = fixture.run;
    private final Sweep sweep = fixture.sweep;

    @Test
    void aShardInWhichNothingWasDeletedIsSkipped() throws Exception {
        run.source(0).index("a", "{}");
        run.source(1).index("b", "{}");
        run.copy();
        assertThat(fixture.online().skipped()).isEmpty();
        run.source(0).index("c", "{}");
        run.source(1).delete("b");
        run.copy();

        SweepReport report = fixture.online();

        assertThat(report.skipped()).containsExactly(0);
        assertThat(report.deleted()).isEqualTo(1);
    }

    @Test
    void aRewoundLaneOrAnotherCopyEndsTheSkipping() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        fixture.online();
        assertThat(fixture.online().skipped()).containsExactly(0, 1);
        run.target(0).forgetTombstones();
        run.target(1).forgetTombstones();
        run.target(2).forgetTombstones();
        run.rewind();
        assertThat(fixture.online().skipped()).isEmpty();
        assertThat(run.copied()).isEmpty();
        run.source(0).failOver("h");
        assertThat(fixture.online().skipped()).containsExactly(1);
    }

    /// As by a reader that goes on when it has stood still for long. The source knows nothing of it.
    @Test
    void whatIsPublishedOnceMoreInAQuietShardIsDeletedByALaterSweep() throws Exception {
        DocRecord _ = sweptAndPublishedOnceMore();
        assertThat(run.copied()).containsKey("a");
        for (int skipping = 0; skipping < QuietShards.MOST_SKIPPED; skipping++) {
            assertThat(fixture.online().skipped()).containsExactly(0, 1);
        }

        SweepReport report = fixture.online();

        assertThat(report.skipped()).isEmpty();
        assertThat(report.deleted()).isEqualTo(1);
        assertThat(run.copied()).isEmpty();
        assertThat(fixture.online().skipped()).containsExactly(0, 1);
    }

    @Test
    void aRejectThatIsPublishedAgainEndsTheSkipping() throws Exception {
        DocRecord old = sweptAndPublishedOnceMore();
        run.note(List.of(new Replayed(old, 2)));

        assertThat(fixture.online().deleted()).isEqualTo(1);

        assertThat(run.copied()).isEmpty();
    }

    @Test
    void whoeverKnowsMoreEndsTheSkipping() throws Exception {
        DocRecord _ = sweptAndPublishedOnceMore();
        sweep.skipNothing();

        assertThat(fixture.online().deleted()).isEqualTo(1);

        assertThat(run.copied()).isEmpty();
    }

    /// The target has carried the document's delete out, and has forgotten it.
    private DocRecord sweptAndPublishedOnceMore() throws Exception {
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        assertThat(fixture.online().deleted()).isEqualTo(1);
        assertThat(run.copied()).isEmpty();
        run.targetOf("a").forgetTombstones();
        DocRecord old = new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"));
        run.publish(List.of(old));
        return old;
    }

    @Test
    void aTargetShardThatIsBeingMovedEndsTheSkipping() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.target(0).move();
        fixture.online();
        assertThat(fixture.online().skipped()).isEmpty();
        run.target(0).arrive();
        fixture.online();
        assertThat(fixture.online().skipped()).containsExactly(0, 1);
    }

    @Test
    void aDeleteThatWasCountedAboveTheCheckpointEndsTheSkipping() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).index("b", "{}");
        run.source(0).delete("b");
        run.source(0).unsettled(2);
        AtomicInteger sleeps = new AtomicInteger();
        run.whileSleeping(() -> {
            if (sleeps.incrementAndGet() == 1) {
                run.source(0).unsettled(0);
            }
        });
        fixture.online();
        run.copy();

        assertThat(fixture.online().skipped()).containsExactly(1);
    }

    @Test
    void theLastSweepSkipsNothing() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        fixture.online();

        assertThat(sweep.run(SweepOptions.last(PATIENCE), _ -> {}).skipped()).isEmpty();
    }
}
