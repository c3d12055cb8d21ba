package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationListener;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How long it takes to compare some thousand documents of a run that goes on, while clients insert, update,
/// delete and re-create at the same time, and how often the source is refreshed for it.
///
/// `./mvnw -pl it-tests -am test -Dtest=VerifyUnderLoadMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.speed.docs=5000` to say otherwise.
@RealServers
class VerifyUnderLoadMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.speed.docs", 5_000);
    private static final int RATE = 100;
    private static final int TIMES = 5;

    @Test
    void whileClientsWrite() throws Exception {
        LoadSettings settings = LoadSettings.of(RATE, Duration.ofMinutes(20)).withPreparedDocuments(DOCS);
        LoadDocuments documents = new LoadDocuments("live-", settings.seed(), 400);
        try (CopyRun run = CopyRun.create().withSource();
                HttpLoadClient client =
                        new HttpLoadClient(List.of(URI.create(url(run))), run.source(), ServerAccess.OPEN, documents);
                Load load = Load.start(settings, documents, client, OperationListener.NONE)) {
            load.prepared().join();
            try (ComparedCopy copy = ComparedCopy.of(run);
                    Here reader = run.startHere("reader");
                    Here writer = run.startHere("writer")) {
                assertThat(List.of(reader, writer)).hasSize(2);
                copy.awaitRead();
                for (int time = 1; time <= TIMES; time++) {
                    measure(time, run, copy);
                }
            }
            load.finish();
        }
    }

    private static void measure(int time, CopyRun run, ComparedCopy copy) throws Exception {
        long refreshes = refreshes(run, run.source());
        long begun = System.nanoTime();
        List<DocumentDifference> differences = new ArrayList<>();
        VerificationReport report = copy.verify(VerificationOptions.online(ComparedCopy.PATIENCE), differences);
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(
                "verify %d under %d operations a second: %.2f s, %,d documents, %,d by their bytes, %s; shards of the"
                        + " source refreshed %.1f times a second; load of the machine %.1f%n",
                time,
                RATE,
                seconds,
                report.sourceDocuments(),
                report.contents(),
                report.counts(),
                (refreshes(run, run.source()) - refreshes) / seconds,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static long refreshes(CopyRun run, String index) {
        return run.rest()
                .get("/" + index + "/_stats/refresh")
                .path("_all")
                .path("primaries")
                .path("refresh")
                .path("external_total")
                .asLong();
    }

    private static String url(CopyRun run) {
        return run.rest()
                .get("/_nodes/_local/http")
                .path("nodes")
                .valueStream()
                .map(node ->
                        "http://" + node.path("http").path("publish_address").asString(""))
                .findFirst()
                .orElseThrow();
    }
}
