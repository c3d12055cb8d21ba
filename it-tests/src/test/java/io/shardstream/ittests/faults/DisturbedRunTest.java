package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Disturbances;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.LoadVerdict;
import io.shardstream.workload.load.OperationListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run whose connections to the servers, and to Kafka, are cut, delayed and repeated, and whose answers are
/// truncated or empty, by a seed, while production writes and a cut-over is asked for. Afterwards nothing is
/// lost, no process has ended by itself, and none has printed a stack trace. F-62.
///
/// Many seeds: `./mvnw -pl it-tests -am test -Dtest=DisturbedRunTest -Dsurefire.failIfNoSpecifiedTests=false
/// -Dshardstream.disturbed.seeds=200`, from another one on with `-Dshardstream.disturbed.first=1000`, and
/// between two clusters with `-Dshardstream.disturbed.pair='opensearch:2.19.6->opensearch:3.8.0'`.
@RealServers
class DisturbedRunTest {
    /// The usual build plays a mild one, which disturbs in every way.
    private static final long FIRST = Long.getLong("shardstream.disturbed.first", 109);
    private static final long SEEDS = Long.getLong("shardstream.disturbed.seeds", 1);
    private static final String PAIR = System.getProperty("shardstream.disturbed.pair", "");
    private static final Pattern STACK_TRACE = Pattern.compile("^\\tat .*|^Exception in thread.*", Pattern.MULTILINE);
    private static final Duration DISTURBED = Duration.ofSeconds(8);
    private static final int RATE = 40;

    static LongStream seeds() {
        return LongStream.range(FIRST, FIRST + SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLostWhateverBecomesOfRequestsAndAnswers(long seed) throws Exception {
        if (PAIR.isEmpty()) {
            disturb(seed, Servers.cluster(), Servers.cluster());
        } else {
            disturb(seed, Pair.SOURCE, Pair.TARGET);
        }
    }

    /// They end with the JVM.
    private static final class Pair {
        static final ProxiedCluster SOURCE = start(0);
        static final ProxiedCluster TARGET = start(1);

        private static ProxiedCluster start(int side) {
            return ProxiedCluster.start(SearchServerVersion.parse(PAIR.split("->", 2)[side]), 1, 512);
        }
    }

    private static void disturb(long seed, ProxiedCluster from, ProxiedCluster to) throws Exception {
        boolean isOneCluster = from.equals(to);
        CopyRun created = CopyRun.on(from);
        try (CopyRun run = (isOneCluster ? created : created.into(to, 0))
                .withSource("\"number_of_shards\":3", "{}")
                .withTarget("replicas: 0")
                .following()) {
            String alias = run.source() + "-production";
            run.rest()
                    .post(
                            "/_aliases",
                            "{\"actions\":[{\"add\":{\"index\":\"%s\",\"alias\":\"%s\",\"is_write_index\":true}}]}"
                                    .formatted(run.source(), alias));
            LoadDocuments documents = new LoadDocuments("d-", seed, 400);
            LoadSettings settings = LoadSettings.of(RATE, Duration.ofHours(1))
                    .withUnderWay(RATE)
                    .withSeed(seed)
                    .withPreparedDocuments(500);
            try (HttpLoadClient client =
                            new HttpLoadClient(List.of(run.rest().server()), alias, ServerAccess.OPEN, documents);
                    Load load = Load.start(settings, documents, client, OperationListener.NONE)) {
                load.prepared().join();
                Child all = run.start("run");
                run.awaitPhase(Phase.BACKFILL);
                Disturbances disturbances = new Disturbances(seed);
                proxies(from, to).forEach(proxy -> proxy.disturb(disturbances));
                LockSupport.parkNanos(DISTURBED.toNanos());
                load.finish();
                run.awaitPhase(Phase.CATCHING_UP);
                proxies(from, to).forEach(FaultProxy::clear);
                // Here already, since a cut-over repairs what differs.
                run.awaitCaughtUp();
                CopyRun.Output swept = run.command("sweep");
                assertThat(swept.code()).as(swept.text()).isEqualTo(ExitCodes.DONE);
                assertSame(run, load);
                proxies(from, to).forEach(proxy -> proxy.disturb(disturbances));
                CopyRun.Output tried = run.command("cutover");
                proxies(from, to).forEach(FaultProxy::clear);
                System.out.printf(
                        "disturbed: seed %d, %s, cut over: %d, %s%n", seed, disturbances, tried.code(), tried.text());

                cutOver(run, all, tried);
                assertThat(disturbances.count()).isPositive();
                assertSame(run, load);
            }
        }
    }

    private static Stream<FaultProxy> proxies(ProxiedCluster from, ProxiedCluster to) {
        return Stream.of(from.proxies(), to.proxies(), List.of(Servers.kafka().proxy()))
                .flatMap(List::stream)
                .distinct();
    }

    /// Unless that is done.
    private static void cutOver(CopyRun run, Child all, CopyRun.Output tried) {
        boolean isDone = ControlRecords.read(run.connection(), run.topics()).completed();
        if (!isDone) {
            assertThat(all.isAlive()).as(tried.text() + all.tail()).isTrue();
            CopyRun.Output again = run.command("cutover");
            assertThat(again.code())
                    .as(tried.text() + again.text() + all.tail())
                    .isEqualTo(ExitCodes.DONE);
        }
        assertThat(all.awaitEnd(TestPatience.LIMIT)).as(all::tail).isEqualTo(ExitCodes.DONE);
        Matcher trace = STACK_TRACE.matcher(all.said());
        assertThat(trace.find() ? trace.group() + all.tail() : "").isEmpty();
    }

    private static void assertSame(CopyRun run, Load load) {
        ComparisonReport report = run.assertCopied();
        assertThat(report.rejected()).isZero();
        IndexVerdict verdict = LoadVerdict.of(
                new IndexAddress(run.targetRest().server(), run.target()), load.memory(), load.documents(), 10);
        assertThat(verdict.samples()).isEmpty();
        assertThat(verdict.isClean()).isTrue();
    }
}
