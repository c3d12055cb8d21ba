package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationOutcome;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Production writes to its alias before, during and after the cut-over, and everything that was acknowledged is in
/// the target afterwards.
///
/// Measures too: `-Dshardstream.live.docs=300000`, `-Dshardstream.live.rate=200`.
@Tag("long")
@RealServers
class CutoverUnderLoadTest {
    private static final int RATE = Integer.getInteger("shardstream.live.rate", 100);
    private static final int DOCUMENTS = Integer.getInteger("shardstream.live.docs", 2000);

    private static final LiveShape SHAPE = new LiveShape(
            3,
            "{\"number_of_shards\": 3, \"number_of_replicas\": 0}",
            "shards: 5\nreplicas: 0\nsettings: {index.refresh_interval: 1s}",
            1);

    @Test
    void whatProductionWritesThroughTheCutOverIsAllThere() throws Exception {
        LoadSettings settings =
                LoadSettings.of(RATE, Duration.ofHours(1)).withUnderWay(RATE).withPreparedDocuments(DOCUMENTS);
        try (LiveServers servers = LiveServers.start(1, 1, DOCUMENTS > 50_000 ? 2048 : 768);
                LoadedRun run = LoadedRun.create(servers, SHAPE)) {
            Load load = run.load(settings, "p-");
            run.control();
            run.start("reader");
            run.start("writer");
            run.awaitDeleted(DOCUMENTS / 100);
            run.cutOver();
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());

            LoadReport report = load.finish();
            assertThat(report.count(OperationOutcome.FAILED))
                    .as("writes met the block")
                    .isPositive();
            run.assertAllowed(load, run.target());
            System.out.printf(
                    "live-cutover: %,d documents, %,d ids, writes were refused for %d ms (from the first 403 to the next"
                            + " acknowledgement, at %d operations a second)%n",
                    report.live(), report.documents(), report.blocked().toMillis(), RATE);
        }
    }
}
