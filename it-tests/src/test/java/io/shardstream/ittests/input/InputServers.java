package io.shardstream.ittests.input;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/// One broker and one node, and run files for them.
final class InputServers implements AutoCloseable {
    private final KafkaCluster kafka;
    private final SearchCluster search =
            SearchCluster.of(SearchServerVersion.standard()).compilingLittle().start();
    private final ElasticCluster cluster;

    InputServers() throws ElasticException {
        this(KafkaCluster.builder().compilingLittle().start());
    }

    /// @param kafka closed with this
    InputServers(KafkaCluster kafka) throws ElasticException {
        this.kafka = kafka;
        cluster = ElasticCluster.of(
                ElasticSettings.open("test", List.of(search.url()), TestPatience.LIMIT, "shardstream-test"));
    }

    String url() {
        return search.url().toString();
    }

    String bootstrap() {
        return kafka.bootstrapServers();
    }

    KafkaConnection connection() {
        return new KafkaConnection(bootstrap(), Map.of());
    }

    void put(String path, String json) throws ElasticException {
        cluster.send(Call.put(path, Bytes.utf8(json.replace('\'', '"')))).orThrow();
    }

    void post(String path, String json) throws ElasticException {
        cluster.send(Call.post(path, Bytes.utf8(json.replace('\'', '"')))).orThrow();
    }

    void delete(String path) throws ElasticException {
        cluster.send(Call.delete(path)).orThrow();
    }

    String get(String path) throws ElasticException {
        return cluster.send(Call.get(path)).orThrow().body().utf8();
    }

    /// A run file that is right, for an index `<run>-source` and a target `<run>-target`.
    String runFile(String run) {
        return """
                run: %s
                kafka:
                  bootstrap: %s
                source:
                  nodes: %s
                  index: %s-source
                target:
                  nodes: %s
                  index: %s-target
                """.formatted(run, bootstrap(), url(), run, url(), run);
    }

    static String write(Path folder, String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "run", ".yaml"), text)
                .toString();
    }

    static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        cluster.close();
        search.close();
        kafka.close();
    }

    long controlEnd(String run) throws Exception {
        TopicPartition control = new TopicPartition(new RunTopics(run).control(), 0);
        try (Admin admin = connection().admin("test")) {
            return admin.listOffsets(Map.of(control, OffsetSpec.latest()))
                    .partitionResult(control)
                    .get()
                    .offset();
        }
    }

    void fill(String run) throws Exception {
        put("/" + run + "-source/_doc/1", "{'name':'one'}");
        put("/" + run + "-source/_doc/2?refresh=true", "{'name':'two'}");
    }

    RunPlan plan(String run) {
        return ControlRecords.read(connection(), new RunTopics(run)).plan().orElseThrow();
    }
}
