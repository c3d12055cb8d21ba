package io.shardstream.control.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.control.sweep.Sweep;
import io.shardstream.control.sweep.SweepOptions;
import io.shardstream.control.verify.Verification;
import io.shardstream.control.verify.VerificationOptions;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.MemoryRun;
import io.shardstream.control.words.Rounds;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.errors.RetriableException;
import org.junit.jupiter.api.Test;

/// Sweeps and repairs, where writers do not come after.
class HeldLanesTest {
    /// A sweep publishes so many at a time.
    private static final int CHUNK = 2000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final BacklogLimit LIMIT = BacklogLimit.of(5_000);

    private int mostWaiting;

    private ComparedRun held(MemoryRun run) {
        return run.compared().through(new HeldLanes(run, () -> LIMIT, run, run.sleeper(), PATIENCE));
    }

    /// All but one document were deleted at once, and writers stop when the first deletes come.
    private static MemoryRun deleted(int documents) {
        MemoryRun run = new MemoryRun(1, 1);
        for (int i = 0; i < documents; i++) {
            run.source(0).index("document-" + i, "{}");
        }
        run.source(0).index("kept", "{}");
        run.copy();
        for (int i = 0; i < documents; i++) {
            run.source(0).delete("document-" + i);
        }
        run.copyNew();
        run.target(0).before(call -> {
            if (call.equals("named")) {
                run.stopWriters();
            }
        });
        return run;
    }

    private static void sweep(MemoryRun run, ComparedRun compared) throws Exception {
        new Sweep(compared, run, run.sleeper(), Rounds.MOST_BYTES)
                .run(SweepOptions.last(Duration.ofSeconds(30)), _ -> {});
    }

    private void writeWhileWaiting(MemoryRun run) {
        run.whileSleeping(() -> {
            mostWaiting = Math.max(mostWaiting, (int) run.state().inKafka());
            run.startWriters();
            run.stopWriters();
        });
    }

    @Test
    void aSweepThatFindsVeryManyDeletesWaitsForTheWriters() throws Exception {
        MemoryRun run = deleted(CHUNK + 100);
        writeWhileWaiting(run);

        sweep(run, held(run));
        run.startWriters();

        assertThat(mostWaiting).isEqualTo(CHUNK);
        assertThat(run.copied()).containsOnlyKeys("kept");
    }

    @Test
    void aFewDeletesWaitForNobody() throws Exception {
        MemoryRun run = deleted(10);
        run.whileSleeping(() -> {
            throw new AssertionError("nobody has to wait");
        });

        sweep(run, held(run));

        assertThat(run.state().inKafka()).isEqualTo(10);
    }

    /// Whoever sweeps has other things to look after, and dead writers make no room.
    @Test
    void aSweepIsLeftToALaterOneWhereWritersDoNotComeAfter() {
        MemoryRun run = deleted(CHUNK + 100);

        assertThatThrownBy(() -> sweep(run, held(run)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("docs.max-backlog")
                .hasMessageContaining("the writers have not come after within 60 s")
                .hasMessageContaining("are they running?");

        assertThat(run.state().inKafka()).isEqualTo(CHUNK);
    }

    /// Nobody has read anything of an adopted target, so that only what is published says how large documents
    /// are.
    @Test
    void aComparisonThatPublishesWhatIsMissingWaitsForTheWriters() throws Exception {
        MemoryRun run = new MemoryRun(1, 1);
        for (int i = 0; i < 3000; i++) {
            run.source(0).index("document-" + i, "{\"number\":" + i + "}");
        }
        run.stopWriters();
        run.copy();
        run.skipToEnd();
        writeWhileWaiting(run);

        new Verification(held(run), Set.of(), run, run.sleeper(), Rounds.MOST_BYTES, new Random(7))
                .run(VerificationOptions.online(PATIENCE).withRepair(true), _ -> {});

        assertThat(mostWaiting).isEqualTo(1000);
        assertThat(run.copied()).hasSize(3000);
    }
}
