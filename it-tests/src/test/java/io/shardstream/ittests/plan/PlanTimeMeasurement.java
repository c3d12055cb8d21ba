package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.BulkLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How long `plan --try-writing` says that a run will take, held against how long `run` then takes: both are processes
/// of their own, as somebody at a terminal would start them, and the clock runs from the start of the process to its
/// end. The time that is likely is to be within 30 % of it, in each round.
///
/// Nothing else should work on the machine meanwhile.
/// `./mvnw -pl it-tests -am test -Dtest=PlanTimeMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.plan.docs=300000`, `-Dshardstream.plan.rounds=2`, `-Dshardstream.plan.sample=30s` and
/// `-Dshardstream.plan.server=elasticsearch:9.5.3` to say otherwise.
@RealServers
class PlanTimeMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.plan.docs", 300_000);
    private static final int ROUNDS = Integer.getInteger("shardstream.plan.rounds", 2);
    private static final String SAMPLE = System.getProperty("shardstream.plan.sample", "30s");
    private static final SearchServerVersion SERVER =
            SearchServerVersion.parse(System.getProperty("shardstream.plan.server", "elasticsearch:9.5.3"));
    /// Of fewer documents the start of processes is most of the time.
    private static final int ENOUGH = 300_000;
    private static final double MOST_OFF = 0.3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path folder;

    /// Seconds.
    private record Told(long least, long likely, long most, JsonNode model) {}

    @Test
    void whatPlanSaysAndHowLongTheRunTakes() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.builder().heapMegabytes(512).start();
                SearchCluster search =
                        SearchCluster.of(SERVER).heapMegabytes(1024).start()) {
            Rest rest = new Rest(search.url());
            rest.put("/source", "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":0}}");
            BulkLoader.load(search.url(), "source", new Articles(1).stream(DOCS), _ -> {});
            rest.post("/source/_refresh", "");
            System.out.printf("%,d documents on %s%n", DOCS, SERVER);
            List<Double> ratios = new ArrayList<>();
            for (int round = 1; round <= ROUNDS; round++) {
                String target = "target-" + round;
                ratios.add(ratio(round, runFile(target, kafka, search)));
                rest.post("/" + target + "/_refresh", "");
                assertThat(rest.get("/" + target + "/_count").path("count").asLong())
                        .isEqualTo(DOCS);
                rest.delete("/" + target);
            }
            if (DOCS < ENOUGH) {
                System.out.printf("fewer documents than %,d: the ratio is not judged%n", ENOUGH);
                return;
            }
            assertThat(ratios)
                    .as("likely time / time of the run")
                    .allSatisfy(ratio -> assertThat(ratio).isBetween(1 - MOST_OFF, 1 + MOST_OFF));
        }
    }

    /// Plans a run, and makes it.
    private double ratio(int round, Path run) throws Exception {
        Told told = plan(run);
        long begun = System.nanoTime();
        process("run", run);
        double took = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        double ratio = told.likely() / took;
        System.out.printf(
                "round %d: plan says %d s, between %d and %d s; the run took %.1f s; ratio %.2f%n  %s%n",
                round, told.likely(), told.least(), told.most(), took, ratio, told.model());
        return ratio;
    }

    private Told plan(Path run) throws Exception {
        Path out = process("plan", run, "-o", "json", "--try-writing", "--sample", SAMPLE);
        List<String> lines = Files.readAllLines(out);
        JsonNode plan = JSON.readTree(String.join("", lines.subList(lines.indexOf("{"), lines.lastIndexOf("}") + 1)));
        JsonNode time = plan.path("time");
        assertThat(plan.at("/sample/wrote").asBoolean()).isTrue();
        System.out.printf("sample: %s%n", plan.path("sample"));
        return new Told(
                time.path("least_seconds").asLong(),
                time.path("likely_seconds").asLong(),
                time.path("most_seconds").asLong(),
                time.path("model"));
    }

    /// Runs a command to its end, on a JVM as `shardstream` starts it.
    ///
    /// @return what it printed
    private Path process(String command, Path run, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                System.getProperty("java.home", "") + "/bin/java",
                "-Xmx512m",
                "-XX:+UseG1GC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // Libraries unpack themselves there.
                "-Djava.io.tmpdir=" + folder,
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path", ""),
                "io.shardstream.cli.Main",
                command,
                "-f",
                run.toString()));
        words.addAll(Arrays.asList(options));
        Path out = Files.createTempFile(folder, command, ".log");
        Supervised process = Supervised.start(new SupervisedCommand(words, folder, out));
        assertThat(process.waitFor(TestPatience.LIMIT))
                .as(() -> String.join("\n", process.lastLines(20)))
                .hasValue(0);
        return out;
    }

    private Path runFile(String name, KafkaCluster kafka, SearchCluster search) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                        run: %s
                        kafka: { bootstrap: "%s", replication: 1 }
                        source: { nodes: "%s", index: source }
                        target: { nodes: "%s", index: %s, shards: 5, replicas: 0 }
                        guard: off
                        """.formatted(
                        name, kafka.bootstrapServers(), search.url(), search.url(), name));
    }
}
