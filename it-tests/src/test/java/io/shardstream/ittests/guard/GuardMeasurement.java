package io.shardstream.ittests.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.run.Parts;
import io.shardstream.cli.run.RunningPart;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.ControlProcess;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.BulkLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A steady search load of production on the index that is copied, in the same cluster: its 95th percentile without a
/// copy, beside one that nothing holds back, and beside one with an objective; and how fast both copies are.
///
/// `./mvnw -pl it-tests -am test -Dtest=GuardMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.guard.docs=60000`, `-Dshardstream.guard.searches=20`, `-Dshardstream.guard.seconds=120` (the most for
/// one copy) and `-Dshardstream.guard.objective=0` (milliseconds; 0 for halfway between the first two percentiles) to
/// say otherwise.
@RealServers
class GuardMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.guard.docs", 60_000);
    private static final int SEARCHES = Integer.getInteger("shardstream.guard.searches", 20);
    private static final int SECONDS = Integer.getInteger("shardstream.guard.seconds", 120);
    private static final int OBJECTIVE = Integer.getInteger("shardstream.guard.objective", 0);
    private static final int WARM_UP = 10;
    private static final int ALONE = 20;
    private static final double P95 = 0.95;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final SearchServerVersion SERVER = SearchServerVersion.parse("elasticsearch:9.5.3");
    private static final String SEARCH =
            "{\"query\":{\"range\":{\"views\":{\"gte\":5000000000}}},\"aggs\":{\"t\":{\"terms\":{\"field\":\"tags.keyword\"}}},"
                    + "\"sort\":[{\"score\":\"desc\"}],\"size\":10}";

    @TempDir
    Path folder;

    /// @param docsPerSecond that were written
    private record Copied(double p95, double docsPerSecond) {}

    @Test
    void productionsLatencyBesideAnUnthrottledAndAGuardedCopy() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.builder().heapMegabytes(512).start();
                SearchCluster search =
                        SearchCluster.of(SERVER).heapMegabytes(1024).start()) {
            RunFile unthrottled = runFile("unthrottled", kafka, search, "guard: off");
            try (Connections to = Connections.of(unthrottled);
                    SearchLoad load = new SearchLoad(to.source(), "source", SEARCH)) {
                to.source().send(Call.put("/source", Bytes.utf8("""
                        {"settings": {"number_of_shards": 3, "number_of_replicas": 0}}"""))).orThrow();
                BulkLoader.load(search.url(), "source", new Articles(1).stream(DOCS), _ -> {});
                to.source().send(Call.post("/source/_refresh", Bytes.EMPTY)).orThrow();
                to.source()
                        .send(Call.post("/source/_forcemerge?max_num_segments=1", Bytes.EMPTY))
                        .orThrow();
                load.begin(SEARCHES);
                Thread.sleep(WARM_UP * 1000L);
                load.take();
                Thread.sleep(ALONE * 1000L);
                double alone = p95(load.take());
                System.out.printf("%,d documents, %d searches/s, p95 without a copy %.1f ms%n", DOCS, SEARCHES, alone);
                Copied free = copy(unthrottled, to, load);
                System.out.printf("unthrottled: p95 %.1f ms, %,.0f docs/s%n", free.p95(), free.docsPerSecond());
                Thread.sleep(WARM_UP * 1000L);
                load.take();
                long objective = OBJECTIVE > 0 ? OBJECTIVE : Math.round((alone + free.p95()) / 2);
                Copied guarded = copy(
                        runFile(
                                "guarded",
                                kafka,
                                search,
                                "guard: {search-latency: %dms, canary: '%s'}".formatted(objective, SEARCH)),
                        to,
                        load);
                System.out.printf(
                        "guarded, objective %d ms: p95 %.1f ms, %,.0f docs/s; searches that failed: %d%n",
                        objective, guarded.p95(), guarded.docsPerSecond(), load.failed());
                assertThat(guarded.p95()).isLessThanOrEqualTo((double) objective);
                assertThat(guarded.docsPerSecond()).isPositive();
            }
        }
    }

    private static Copied copy(RunFile run, Connections to, SearchLoad load) throws Exception {
        RunTopics topics = new RunTopics(run.name());
        Prepared prepared =
                new RunPreparation(RunFileMapping.settings(run), to.source(), to.target(), to.kafka()).prepare();
        RunPlan plan = prepared.plan();
        load.take();
        long begun = System.nanoTime();
        long done = 0;
        double seconds = 0;
        try (RunStateReader states = new RunStateReader(to.kafka(), topics, plan);
                ControlProcess _ = ControlProcess.start(
                        topics,
                        prepared,
                        RunFileMapping.control(run),
                        to.source(),
                        to.target(),
                        to.kafka(),
                        (_, _, _) -> {});
                RunningPart _ = Parts.reader(run, plan, to);
                RunningPart _ = Parts.writer(run, plan, to)) {
            while (done < plan.goalDocs() && seconds < SECONDS) {
                Thread.sleep(500);
                RunState state = states.read();
                done = state.outcomes();
                seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
            }
            List<Double> latencies = load.take();
            ControlRecords.read(to.kafka(), topics)
                    .of(GuardFindings.KEY, GuardFindings::decode)
                    .ifPresent(findings -> findings.findings()
                            .forEach(finding -> System.out.printf(
                                    "  %s %s: %,d bytes/s, %s%n",
                                    finding.side().work(), finding.node(), finding.rate(), finding.reason())));
            return new Copied(p95(latencies), done / seconds);
        }
    }

    private static double p95(List<Double> sorted) {
        return sorted.get((int) Math.ceil(P95 * sorted.size()) - 1);
    }

    private RunFile runFile(String name, KafkaCluster kafka, SearchCluster search, String more) throws Exception {
        return RunFile.read(
                Files.writeString(folder.resolve(name + ".yaml"), """
                        run: %s
                        kafka: { bootstrap: "%s" }
                        source: { nodes: "%s", index: source }
                        target: { nodes: "%s", index: target-%s, shards: 3, replicas: 0 }
                        reader: { window-bytes: 1mb }
                        follow: true
                        %s
                        """.formatted(
                                name, kafka.bootstrapServers(), search.url(), search.url(), name, more)),
                _ -> null);
    }
}
