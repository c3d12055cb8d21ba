package io.shardstream.ittests.speed;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.compare.Comparison;
import io.shardstream.cli.compare.ComparisonReport;
import io.shardstream.cli.compare.IndexAddress;
import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.part.Part;
import io.shardstream.cli.part.Parts;
import io.shardstream.cli.sample.Articles;
import io.shardstream.cli.sample.BulkLoader;
import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.ServerVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading alone, writing alone and both, in documents a second, beside ready-made bulks in the same run.
///
/// `./mvnw -pl it-tests -am test -Dtest=SpeedMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.speed.docs=300000`, `-Dshardstream.speed.rounds=2` and
/// `-Dshardstream.speed.server=elasticsearch:9.5.3` to say otherwise.
class SpeedMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.speed.docs", 300_000);
    private static final int ROUNDS = Integer.getInteger("shardstream.speed.rounds", 2);
    private static final ServerVersion SERVER =
            ServerVersion.parse(System.getProperty("shardstream.speed.server", "elasticsearch:9.5.3"));
    private static final int SOURCE_SHARDS = 3;
    private static final int TARGET_SHARDS = 5;
    private static final int BULK_BYTES = 5 << 20;
    private static final int BULKS_AT_ONCE = 2;
    private static final long SEED = 1;

    @TempDir
    Path folder;

    @Test
    void readingWritingAndBothBesideReadyMadeBulks() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.builder().heapMegabytes(768).start();
                SearchCluster search =
                        SearchCluster.of(SERVER).heapMegabytes(2048).start()) {
            RunFile sample = runFile("sample", kafka, search);
            try (Connections to = Connections.of(sample)) {
                create(to.source(), "source", SOURCE_SHARDS);
                BulkLoader.load(search.url(), "source", new Articles(SEED).stream(DOCS), _ -> {});
                to.source().send(Call.post("/source/_refresh", Bytes.EMPTY)).orThrow();
            }
            ReadyBulks bulks = ReadyBulks.of(new Articles(SEED).stream(DOCS), BULK_BYTES);
            System.out.printf(
                    "%,d documents of about 2 KB, %d to %d shards, 0 replicas, refresh off, %s with 2 GB heap, %d cores%n",
                    DOCS,
                    SOURCE_SHARDS,
                    TARGET_SHARDS,
                    SERVER,
                    Runtime.getRuntime().availableProcessors());
            for (int round = 1; round <= ROUNDS; round++) {
                readyMade(bulks, sample, search, round);
                oneAfterTheOther(runFile("apart-" + round, kafka, search), search, round);
                together(runFile("whole-" + round, kafka, search), search, round);
            }
        }
    }

    private static void readyMade(ReadyBulks bulks, RunFile sample, SearchCluster search, int round) throws Exception {
        try (Connections to = Connections.of(sample)) {
            create(to.target(), "bulks", TARGET_SHARDS);
            long begun = System.nanoTime();
            bulks.post(search.url(), "bulks", BULKS_AT_ONCE);
            tell(round, "ready-made bulks", begun);
            to.target().send(Call.delete("/bulks")).orThrow();
        }
    }

    private static void oneAfterTheOther(RunFile run, SearchCluster search, int round) throws Exception {
        try (Connections to = Connections.of(run)) {
            RunPlan plan = prepare(run, to);
            long begun = System.nanoTime();
            try (Part _ = Parts.reader(run, plan, to)) {
                await(run, plan, to, RunState::goalIsRead);
            }
            tell(round, "reader alone", begun);
            begun = System.nanoTime();
            try (Part _ = Parts.writer(run, plan, to)) {
                await(run, plan, to, state -> state.outcomes() >= plan.goalDocs());
            }
            tell(round, "writer alone", begun);
            compareAndDelete(plan, to, search);
        }
    }

    private static void together(RunFile run, SearchCluster search, int round) throws Exception {
        try (Connections to = Connections.of(run)) {
            RunPlan plan = prepare(run, to);
            long begun = System.nanoTime();
            try (Part _ = Parts.reader(run, plan, to);
                    Part _ = Parts.writer(run, plan, to)) {
                await(run, plan, to, state -> state.outcomes() >= plan.goalDocs());
            }
            tell(round, "whole", begun);
            compareAndDelete(plan, to, search);
        }
    }

    private static RunPlan prepare(RunFile run, Connections to) throws ElasticException {
        return new RunPreparation(RunFileMapping.settings(run), to.source(), to.target(), to.kafka())
                .prepare()
                .plan();
    }

    private static void await(RunFile run, RunPlan plan, Connections to, Predicate<RunState> end) {
        try (RunStateReader states = new RunStateReader(to.kafka(), new RunTopics(run.name()), plan)) {
            while (!end.test(states.read())) {
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    private static void compareAndDelete(RunPlan plan, Connections to, SearchCluster search) throws ElasticException {
        ComparisonReport report = Comparison.of(
                new IndexAddress(search.url(), plan.sourceIndex()),
                new IndexAddress(search.url(), plan.targetIndex()),
                Set.of(),
                3);
        assertThat(report.isClean()).as(report.toString()).isTrue();
        to.target().send(Call.delete("/" + plan.targetIndex())).orThrow();
    }

    private static void tell(int round, String what, long begun) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf("round %d  %-17s %,8.0f docs/s  (%.1f s)%n", round, what, DOCS / seconds, seconds);
    }

    private static void create(ElasticCluster cluster, String index, int shards) throws ElasticException {
        cluster.send(Call.put("/" + index, Bytes.utf8("""
                {"settings": {"number_of_shards": %d, "number_of_replicas": 0, "refresh_interval": "-1"}}""".formatted(shards)))).orThrow();
    }

    private RunFile runFile(String name, KafkaCluster kafka, SearchCluster search) throws Exception {
        return RunFile.read(
                Files.writeString(folder.resolve(name + ".yaml"), """
                        run: %s
                        kafka: { bootstrap: "%s" }
                        source: { nodes: "%s", index: source }
                        target: { nodes: "%s", index: target-%s, shards: %d, replicas: 0 }
                        """.formatted(
                                name, kafka.bootstrapServers(), search.url(), search.url(), name, TARGET_SHARDS)),
                _ -> null);
    }
}
