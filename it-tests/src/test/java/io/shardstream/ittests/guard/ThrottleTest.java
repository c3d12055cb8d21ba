package io.shardstream.ittests.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A throttle that is set, changed and lifted while a copy works.
@Tag("long")
@RealServers
class ThrottleTest {
    private static final int DOCUMENTS = 3000;
    /// In which a run that is not stopped would have gone on.
    private static final Duration A_WHILE = Duration.ofSeconds(3);

    @Test
    void aRunningCopyStopsAtARateOfNothingAndEndsWhenThatIsLifted() throws InterruptedException {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(8).stream(DOCUMENTS))
                .following()
                .planned()) {
            assertThat(run.command("throttle", "--per-node", "256kb").text()).contains("is throttled: per-node 256kb.");
            run.startHere("reader");
            run.startHere("writer");
            await(run, state -> state.outcomes() > 0);

            assertThat(run.command("throttle", "--total", "0b").code()).isZero();
            RunState stopped = settled(run);
            assertThat(stopped.outcomes()).isLessThan(DOCUMENTS);
            assertThat(run.command("status").text()).contains("limited   by throttle: per-node 256kb, total 0b");
            Thread.sleep(A_WHILE);
            assertThat(state(run)).isEqualTo(stopped);

            assertThat(run.command("throttle", "--reset").text()).contains("is not throttled.");
            run.awaitCaughtUp();
            run.assertCopied();
        }
    }

    /// When what was under way has come back.
    private static RunState settled(CopyRun run) throws InterruptedException {
        RunState before = state(run);
        while (true) {
            Thread.sleep(A_WHILE);
            RunState now = state(run);
            if (now.equals(before)) {
                return now;
            }
            before = now;
        }
    }

    private static void await(CopyRun run, Predicate<RunState> wanted) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> wanted.test(state(run)));
    }

    private static RunState state(CopyRun run) {
        try (RunStateReader states = new RunStateReader(run.connection(), run.topics(), run.plan())) {
            return states.read();
        }
    }
}
