package io.shardstream.ittests.speed;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// How long it takes from the start of a process until a reader has the first documents of the source in its hands (the
/// first answer to a search), and until a writer has read the first one out of Kafka (the first bulk leaves it). The
/// run is prepared, and no other member of its groups is there.
///
/// `./mvnw -pl it-tests -am test -Dtest=StartMeasurement -Dsurefire.failIfNoSpecifiedTests=false` with
/// `-Dshardstream.start.command=/path/of/shardstream-0.1.0-SNAPSHOT/bin/shardstream` (else the `shardstream` of this
/// checkout, which is built before), `-Dshardstream.start.rounds=7` and
/// `-Dshardstream.start.opts=-XX:TieredStopAtLevel=1`.
@RealServers
class StartMeasurement {
    private static final int ROUNDS = Integer.getInteger("shardstream.start.rounds", 7);
    private static final String COMMAND = System.getProperty("shardstream.start.command", "../shardstream");
    private static final String OPTIONS = System.getProperty("shardstream.start.opts", "");
    private static final int DOCUMENTS = 300;

    @Test
    void untilTheFirstDocumentIsRead() throws Exception {
        List<Duration> readers = new ArrayList<>();
        List<Duration> writers = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            try (CopyRun run = CopyRun.create()
                    .withSource()
                    .holding(new Articles(round).stream(DOCUMENTS))
                    .following()
                    .plannedOnly()) {
                readers.add(time(
                        run, "reader", held(Direction.ANSWER, "POST /" + run.source() + "/_search"), run::awaitRead));
                writers.add(time(run, "writer", held(Direction.REQUEST, "_bulk"), run::awaitCaughtUp));
                assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
            }
        }
        System.out.printf("start: %s %s%n  reader %s%n  writer %s%n", COMMAND, OPTIONS, text(readers), text(writers));
    }

    private static HoldPoint held(Direction direction, String what) {
        return Servers.cluster().hold(direction, exchange -> exchange.contains(what), 1);
    }

    /// @param then waited for before the process is killed
    private static Duration time(CopyRun run, String part, HoldPoint first, Runnable then)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        new File(COMMAND).getCanonicalPath(),
                        part,
                        "-f",
                        run.runFile().toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(Map.of("SHARDSTREAM_OPTS", OPTIONS));
        long begun = System.nanoTime();
        Process process = builder.start();
        try {
            first.awaitReached();
            Duration taken = Duration.ofNanos(System.nanoTime() - begun);
            first.pass();
            then.run();
            return taken;
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static String text(List<Duration> times) {
        List<Duration> sorted = times.stream().sorted().toList();
        return "median %d ms, from %d to %d"
                .formatted(
                        sorted.get(sorted.size() / 2).toMillis(),
                        sorted.getFirst().toMillis(),
                        sorted.getLast().toMillis());
    }
}
