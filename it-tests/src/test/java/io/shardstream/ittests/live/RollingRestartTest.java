package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.artifact.JdkFinder;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationOutcome;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// F-58: three data nodes, which hold source and target, are restarted one after another while a run follows a source
/// that is written to, each in good order and also as another version; then it is cut over. Nobody tells the run.
@Tag("long")
@RealServers
class RollingRestartTest {
    private static final int RATE = 50;

    @Test
    void nothingIsLostWhileNodesAreRestartedOneAfterAnother() throws Exception {
        SearchServerVersion same = SearchServerVersion.standard();
        assertNothingIsLost(same, same);
    }

    @ParameterizedTest(name = "{arguments}, where there are JDKs for both")
    @CsvSource(textBlock = """
            ELASTICSEARCH_8, ELASTICSEARCH_9
            ELASTICSEARCH_7, ELASTICSEARCH_8
            """)
    void nothingIsLostWhileNodesAreUpgradedOneAfterAnother(SearchServerVersion before, SearchServerVersion after)
            throws Exception {
        assumeThatItRuns(before);
        assumeThatItRuns(after);
        assertNothingIsLost(before, after);
    }

    private static void assertNothingIsLost(SearchServerVersion before, SearchServerVersion after) throws Exception {
        LoadSettings settings =
                LoadSettings.of(RATE, Duration.ofHours(10)).withUnderWay(RATE).withPreparedDocuments(1000);
        try (LiveServers servers = LiveServers.start(before);
                LoadedRun run = LoadedRun.create(servers, LiveShape.STANDARD)) {
            Load load = run.load(settings, "r-");
            run.control();
            run.start("reader");
            run.start("writer");
            for (SearchNode node : servers.search().nodes()) {
                run.awaitProgress();
                servers.restart(node, after);
            }
            assertThat(servers.versions()).containsOnly(after.number());
            run.awaitProgress();
            LoadReport report = run.assertCaughtUp(load);

            run.cutOver();

            long documents = run.assertSame(load).equal();
            System.out.printf(
                    "rolling-restart: %s to %s, %d acknowledged, %d failed, %d unknown, %d documents equal%n",
                    before,
                    after,
                    report.count(OperationOutcome.OK),
                    report.count(OperationOutcome.FAILED),
                    report.count(OperationOutcome.UNKNOWN),
                    documents);
        }
    }

    private static void assumeThatItRuns(SearchServerVersion version) {
        assumeTrue(
                JdkFinder.onThisMachine(Account.forServers())
                        .search(version.jdks())
                        .isPresent(),
                () -> version + " is not tested: this machine has no " + version.jdks());
    }
}
