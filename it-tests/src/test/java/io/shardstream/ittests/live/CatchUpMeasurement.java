package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.load.Latencies;
import io.shardstream.cli.load.Load;
import io.shardstream.cli.load.LoadMix;
import io.shardstream.cli.load.LoadReport;
import io.shardstream.cli.load.LoadSettings;
import io.shardstream.cli.load.Outcome;
import io.shardstream.ittests.copy.TopicContent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The time from the acknowledgement of a write in the source until a search of the target finds it.
///
/// `./mvnw -pl it-tests -am test -Dtest=CatchUpMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.live.rate=500` and `-Dshardstream.live.seconds=60` to say otherwise.
class CatchUpMeasurement {
    private static final int RATE = Integer.getInteger("shardstream.live.rate", 500);
    private static final int SECONDS = Integer.getInteger("shardstream.live.seconds", 60);
    private static final double MICROS = 1e6;

    /// Both sides refresh every second, whether they are searched or not.
    private static final Shape SHAPE = new Shape(
            3,
            "{\"number_of_shards\": 3, \"number_of_replicas\": 0, \"refresh_interval\": \"1s\"}",
            "shards: 5\nreplicas: 0\nsettings: {index.refresh_interval: 1s}",
            1);

    @Test
    void fromTheAcknowledgedWriteToTheTargetsSearch() throws Exception {
        try (LiveServers servers = LiveServers.start(1, 1, 1024);
                LiveRun run = LiveRun.create(servers, SHAPE)) {
            run.load(LoadSettings.of(RATE, Duration.ofSeconds(5)).withMix(LoadMix.parse("insert=1")), "warm-")
                    .end()
                    .join();
            run.prepared();
            run.start("reader");
            run.start("writer");
            run.load(LoadSettings.of(RATE, Duration.ofSeconds(10)).withMix(LoadMix.parse("insert=1")), "warmer-")
                    .end()
                    .join();
            run.awaitDrained();
            SeenInTarget seen = new SeenInTarget(servers.rest(), run.target(), "m-");
            LoadSettings settings =
                    LoadSettings.of(RATE, Duration.ofSeconds(SECONDS)).withMix(LoadMix.parse("insert=1"));
            Load load = run.load(settings, "m-", seen);

            Latencies latencies = seen.await(RATE * SECONDS);
            LoadReport report = load.finish();
            assertThat(report.count(Outcome.OK)).isEqualTo((long) RATE * SECONDS);
            Latencies made =
                    seen.untilMade(new TopicContent(run.kafka()).of(run.topics().docs()));
            System.out.printf(
                    "catch-up: %,d inserts at %d/s, acknowledged p50 %.3f s p99 %.3f s; from there to found in the"
                            + " docs topic p50 %.2f s, p99 %.2f s, in the target p50 %.2f s, p99 %.2f s, longest %.2f s;"
                            + " %,d searches%n",
                    latencies.count(),
                    RATE,
                    report.acknowledged().quantile(0.5) / MICROS,
                    report.acknowledged().quantile(0.99) / MICROS,
                    made.quantile(0.5) / MICROS,
                    made.quantile(0.99) / MICROS,
                    latencies.quantile(0.5) / MICROS,
                    latencies.quantile(0.99) / MICROS,
                    latencies.most() / MICROS,
                    seen.searches());
        }
    }
}
