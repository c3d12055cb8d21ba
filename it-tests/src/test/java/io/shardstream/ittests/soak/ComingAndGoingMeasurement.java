package io.shardstream.ittests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.load.LoadSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// F-09 as a habit: every two seconds the writer that has been there longest leaves and another one joins,
/// while clients write to the source, until a backlog is worked off. Writers are commands on threads of this
/// process, each with its own clients; every fourth one joins pinned to a node.
///
/// `./mvnw -pl it-tests -am test -Dtest=ComingAndGoingMeasurement -Dsurefire.failIfNoSpecifiedTests=false`,
/// with `-Dshardstream.soak.members=20`, `-Dshardstream.soak.seconds=60` (for so long they come and go at
/// least) and `-Dshardstream.soak.backlog=30000` to say otherwise.
@RealServers
class ComingAndGoingMeasurement {
    private static final int WRITERS = Integer.getInteger("shardstream.soak.members", 20);
    private static final int SECONDS = Integer.getInteger("shardstream.soak.seconds", 60);
    private static final int BACKLOG = Integer.getInteger("shardstream.soak.backlog", 30_000);
    private static final int RATE = 100;
    private static final int LANES = 20;
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final Deque<Here> writers = new ArrayDeque<>();
    private int joined;

    @Test
    void whatWaitsIsWrittenAlthoughWritersComeAndGoAllTheTime() {
        LoadSettings settings =
                LoadSettings.of(RATE, Duration.ofHours(1)).withUnderWay(RATE).withPreparedDocuments(BACKLOG);
        try (CopyRun run =
                        CopyRun.create().withSource().intoShards(LANES).withLines("follow: true\nsweep: {every: 30s}");
                LoadedCopy copy =
                        LoadedCopy.begin(run, Servers.cluster().servers().urls(), settings);
                RunStateReader states = new RunStateReader(run.connection(), run.topics(), run.plan())) {
            run.startHere("reader");
            Awaitility.await().atMost(LIMIT).until(() -> states.read().inKafka() >= BACKLOG);
            try {
                comeAndGo(run, states);
                run.startHere("writer");
                copy.finish();
                System.out.printf("coming-and-going: %d writers joined, %s%n", joined, OutcomeCount.of(run));
            } finally {
                writers.forEach(Here::close);
            }
        }
    }

    /// At the end nothing waits but what clients have just written.
    private void comeAndGo(CopyRun run, RunStateReader states) {
        for (int i = 0; i < WRITERS; i++) {
            join(run);
        }
        long begun = System.nanoTime();
        long waiting = states.read().inKafka();
        for (int step = 1; seconds(begun) < SECONDS || waiting > BACKLOG / 10; step++) {
            assertThat(seconds(begun)).isLessThan((double) LIMIT.toSeconds());
            writers.removeFirst().close();
            join(run);
            RunState state = states.read();
            waiting = state.inKafka();
            System.out.printf(
                    "%.0f s: %d writers joined, %,d outcomes, %,d wait%n",
                    seconds(begun), joined, state.outcomes(), waiting);
            LockSupport.parkNanos(begun + step * EVERY.toNanos() - System.nanoTime());
        }
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    private void join(CopyRun run) {
        joined++;
        String node = Servers.cluster().servers().node(joined % 2).name();
        writers.addLast(
                joined % 4 == 0
                        ? Here.start("writer", run.runFile(), "--pin", node)
                        : Here.start("writer", run.runFile()));
    }
}
