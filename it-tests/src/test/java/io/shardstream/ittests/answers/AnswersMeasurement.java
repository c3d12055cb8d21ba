package io.shardstream.ittests.answers;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchClusterBuilder;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Prints what each server answers to a bulk that it does not take, one JSON object a line: what
/// `RecordedAnswersTest` of the writer reads, but for `expect`, which a person adds.
///
/// `./mvnw -pl it-tests -am test -Dtest=AnswersMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.answers.servers=opensearch:3.8.0` for some of them only.
@RealServers
class AnswersMeasurement {
    private static final Map<String, String> NARROW = Map.of(
            "thread_pool.write.size", "1",
            "thread_pool.write.queue_size", "1",
            "indexing_pressure.memory.limit", "1mb",
            "http.max_content_length", "2mb");
    private static final int KILO = 1000;
    private static final int FLOOD = 200;

    static Stream<SearchServerVersion> servers() {
        String some = System.getProperty("shardstream.answers.servers", "");
        return some.isEmpty()
                ? Arrays.stream(SearchServerVersion.values())
                : Arrays.stream(some.split(",")).map(SearchServerVersion::parse);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void ofANodeThatTakesLittle(SearchServerVersion version) {
        SearchClusterBuilder wanted = SearchCluster.of(version);
        NARROW.forEach(wanted::setting);
        try (SearchCluster cluster = wanted.start()) {
            RecordingClient client = RecordingClient.of(cluster.node(0), version);
            client.prepare();
            client.record("six documents of 300 kB for 1 MiB of indexing pressure", documents(6, 300 * KILO));
            client.record("a document of 1.5 MB for 1 MiB of indexing pressure", documents(1, 1500 * KILO));
            client.record("three documents of 1 MB for an HTTP limit of 2 MiB", documents(3, 1000 * KILO));
            client.recordOneOf(
                    "a full write queue",
                    Stream.generate(() -> documents(1, KILO)).limit(FLOOD).toList(),
                    answer -> answer.body().contains("es_rejected_execution_exception")
                            || answer.body().contains("rejected_execution_exception"));
            client.recordOneOf(
                    "a node that is busy with others",
                    Stream.generate(() -> documents(1, 400 * KILO)).limit(60).toList(),
                    answer -> answer.body().contains("operation_bytes="));
            client.withSetting("network.breaker.inflight_requests.limit", "100kb", () -> {
                client.record("a request of 200 kB for 100 kB of requests in flight", documents(4, 50 * KILO));
                client.record("a document of 200 kB for 100 kB of requests in flight", documents(1, 200 * KILO));
            });
            client.withSetting(
                    "indices.breaker.total.limit", "20mb", () -> client.record("a full heap", documents(1, KILO)));
            client.withSetting(
                    "cluster.blocks.read_only",
                    "true",
                    () -> client.record("the whole cluster is read-only", documents(2, KILO)));
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void ofANodeWithoutMaster(SearchServerVersion version) {
        try (SearchCluster cluster = SearchCluster.of(version).nodes(2).start()) {
            RecordingClient.of(cluster.node(0), version).prepare();
            String master = RecordingClient.of(cluster.node(0), version).masterName();
            SearchNode left = cluster.nodes().stream()
                    .filter(node -> !node.name().equals(master))
                    .findFirst()
                    .orElseThrow();
            cluster.nodes().stream().filter(node -> node != left).forEach(SearchNode::kill);
            RecordingClient.of(left, version).record("no master", documents(2, KILO), "timeout=1s");
        }
    }

    /// Whoever gives no credentials may ask how the cluster is, and write to another index.
    @ParameterizedTest
    @MethodSource("servers")
    void ofANodeThatKnowsItsUsers(SearchServerVersion version) throws IOException {
        if (version.product() == SearchServerVersion.Product.OPENSEARCH) {
            System.out.println("OpenSearch's security plugin is not part of the server that is started here.");
            return;
        }
        try (SearchCluster cluster = SearchCluster.of(version)
                .setting("xpack.security.enabled", "true")
                .setting("xpack.security.authc.anonymous.roles", "remote_monitoring_collector, elsewhere")
                .start()) {
            RecordingClient client = RecordingClient.of(cluster.node(0), version);
            client.as("nobody", "wrong").record("an unknown user", documents(1, KILO));
            client.record("a user who may not write", documents(2, KILO));
            allow(cluster.node(0), "*", "all");
            client.recordLater(
                    "a write alias that is not there yet", documents(1, KILO), answer -> answer.status() == 200);
            client.prepare();
            allow(cluster.node(0), "elsewhere", "write");
            client.recordLater(
                    "a user who may not write here",
                    documents(2, KILO),
                    answer -> answer.body().contains("security_exception"));
        }
    }

    /// The server reads the file every few seconds.
    private static void allow(SearchNode node, String indices, String privilege) throws IOException {
        Files.writeString(node.folder().resolve("config/roles.yml"), """
                elsewhere:
                  indices:
                    - names: ["%s"]
                      privileges: ["%s"]
                """.formatted(indices, privilege));
    }

    private static List<String> documents(int count, int bytes) {
        String text = "x".repeat(bytes);
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"t\":\"" + text + "\"}")
                .toList();
    }
}
