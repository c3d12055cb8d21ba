package io.shardstream.ittests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.load.LoadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// SIGKILL of writers between the answer to a bulk and the commit of its offsets, again and again, while
/// clients write to the source. Several writers work; Kafka's answer to none of their commits comes, since
/// a proxy holds each commit before the broker sees it. When all writers stand there, most or all of them
/// are killed, their commits are thrown away, and others are started. A commit is sent only when the bulks
/// below its offsets were answered and their outcomes are in Kafka: so each kill makes at least one record
/// be written again, which is counted.
///
/// `./mvnw -pl it-tests -am test -Dtest=WriterKillMeasurement -Dsurefire.failIfNoSpecifiedTests=false
/// -Dshardstream.soak.kills=500`, with `-Dshardstream.soak.writers=8`, `-Dshardstream.soak.rate=300` and
/// `-Dshardstream.soak.seed=1` to say otherwise.
@RealServers
class WriterKillMeasurement {
    private static final int KILLS = Integer.getInteger("shardstream.soak.kills", 500);
    private static final int WRITERS = Integer.getInteger("shardstream.soak.writers", 8);
    private static final int RATE = Integer.getInteger("shardstream.soak.rate", 300);
    private static final long SEED = Long.getLong("shardstream.soak.seed", 1);
    private static final int LANES = 2 * WRITERS;
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final Duration POLL = Duration.ofMillis(20);

    private final FaultProxy kafka = Servers.kafka().proxy();
    private final Random random = new Random(SEED);
    private final List<Child> writers = new ArrayList<>();
    private int started;
    private int killed;

    @Test
    void killedBetweenTheAnswerToABulkAndTheCommitOfItsOffsets() {
        LoadSettings settings = LoadSettings.of(RATE, Duration.ofHours(10))
                .withUnderWay(RATE)
                .withSeed(SEED)
                .withPreparedDocuments(2000);
        try (CopyRun run =
                        CopyRun.create().withSource().intoShards(LANES).withLines("follow: true\nsweep: {every: 30s}");
                LoadedCopy copy =
                        LoadedCopy.begin(run, Servers.cluster().servers().urls(), settings)) {
            run.startHere("reader");
            long begun = System.nanoTime();
            try {
                while (killed < KILLS) {
                    strike(run);
                    System.out.printf("%d of %d killed, %.0f s%n", killed, KILLS, seconds(begun));
                }
                run.startHere("writer");
                copy.finish();
                OutcomeCount count = OutcomeCount.of(run);
                System.out.printf(
                        "writer-kills: %d SIGKILLs between bulk and commit in %.0f s, %d writers at once, %s; written"
                                + " again: %,d%n",
                        killed, seconds(begun), WRITERS, count, count.again());
                assertThat(count.again()).isGreaterThanOrEqualTo(killed);
                assertThat(count.rejected()).isZero();
            } finally {
                writers.forEach(Child::close);
            }
        }
    }

    /// Has as many writers as there should be, waits until all of them have sent a commit that the broker
    /// has not seen, and kills some.
    private void strike(CopyRun run) {
        int wanted = Math.min(WRITERS, KILLS - killed);
        while (writers.size() < wanted) {
            started++;
            writers.add(Child.start("writer", "writer-" + started, run.runFile()));
        }
        HoldPoint commits = allAtTheirCommits();
        Collections.shuffle(writers, random);
        int dying = wanted / 2 + random.nextInt(wanted - wanted / 2) + 1;
        List<Child> dead = writers.subList(0, Math.min(dying, KILLS - killed));
        dead.forEach(Child::kill);
        killed += dead.size();
        dead.clear();
        commits.swallow();
    }

    /// A client gives a request up after 30 s and connects anew, so that it would be counted twice then.
    private HoldPoint allAtTheirCommits() {
        while (true) {
            HoldPoint commits = kafka.holdAll(Direction.REQUEST, "OFFSET_COMMIT shardstream-writer"::equals);
            commits.awaitReached();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < deadline) {
                if (commits.held() >= writers.size()) {
                    return commits;
                }
                writers.forEach(
                        writer -> assertThat(writer.isAlive()).as(writer::tail).isTrue());
                LockSupport.parkNanos(POLL.toNanos());
            }
            commits.swallow();
        }
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }
}
