package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Severities and codes of what `doctor` finds of a run whose servers and topics somebody has changed.
@RealServers
class DoctorCodesTest {
    private static final String NO_TRIM = "trim: never";

    @Test
    void whatHasBecomeOfARunsServersAndTopicsHasItsCode() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().following();
                Admin admin = run.connection().admin("test")) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            run.plannedOnly();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitReaders(1);
            run.awaitWriters(1);
            assertThat(FoundCodes.byDoctorWith(run, NO_TRIM, ""))
                    .contains("notes processes-at-work")
                    .doesNotContain("warns docs-trimmed-late", "warns document-limit-lowered");

            run.rest().put("/" + run.target() + "/_settings", "{\"index.translog.durability\":\"async\"}");
            ConfigResource rejects =
                    new ConfigResource(ConfigResource.Type.TOPIC, run.topics().rejects());
            admin.incrementalAlterConfigs(Map.of(
                            rejects,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000"),
                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            long later = Instant.now().plusSeconds(60).toEpochMilli();
            send(run, new ProducerRecord<>(run.topics().rejects(), 0, later, new byte[] {1}, new byte[] {1}));
            assertThat(FoundCodes.byDoctorWith(run, NO_TRIM, ""))
                    .contains(
                            "warns docs-trimmed-late",
                            "warns document-limit-lowered",
                            "warns record-from-the-future",
                            // Somebody else's record hides neither that nor who works.
                            "blocks record-unreadable",
                            "notes processes-at-work");
        }
    }

    @Test
    void whatIsWrongWithTheTargetsClusterAndTopicsHasItsCode() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().following();
                Admin admin = run.connection().admin("test")) {
            run.plannedOnly();
            assertThat(FoundCodes.byDoctor(run))
                    .doesNotContain("warns disk-above-watermark", "blocks target-flooded", "blocks topic-changed");
            String target = "/" + run.target();
            watchDisks(run, "true", "\"900tb\"");
            try {
                // As a node does whose disk is filled beyond the flood stage.
                run.rest().put(target + "/_settings", "{\"index.blocks.read_only_allow_delete\":true}");
                assertThat(FoundCodes.byDoctor(run)).contains("warns disk-above-watermark", "blocks target-flooded");
                run.rest().put(target + "/_settings", "{\"index.blocks.read_only_allow_delete\":null}");
            } finally {
                watchDisks(run, "null", "null");
            }
            admin.deleteTopics(List.of(run.topics().rejects())).all().get();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> FoundCodes.byDoctor(run).contains("blocks topic-changed"));
        }
    }

    /// Of two nodes the one that is not the master may be lost.
    @Test
    @Tag("long")
    void aTargetWithoutAPrimaryHasItsCode() {
        String master = Servers.cluster()
                .rest()
                .get("/_cat/master?format=json")
                .path(0)
                .path("node")
                .asString("");
        SearchNode node = IntStream.range(0, 2)
                .mapToObj(Servers.cluster().servers()::node)
                .filter(one -> !one.name().equals(master))
                .findFirst()
                .orElseThrow();
        try (CopyRun run = CopyRun.create().withSource().following()) {
            run.plannedOnly();
            assertThat(FoundCodes.byDoctor(run)).doesNotContain("blocks target-primary-missing");
            node.kill();
            try {
                Awaitility.await()
                        .atMost(TestPatience.LIMIT)
                        .until(() -> FoundCodes.byDoctor(run).contains("blocks target-primary-missing"));
            } finally {
                node.start();
            }
        }
    }

    private static void watchDisks(CopyRun run, String isWatched, String high) {
        run.rest().put("/_cluster/settings", """
                {"persistent": {"cluster.routing.allocation.disk": {"threshold_enabled": %s,
                  "watermark": {"low": %s, "high": %s, "flood_stage": %s}}}}""".formatted(
                        isWatched, high, high, high.equals("null") ? "null" : "\"1b\""));
    }

    @Test
    void aServerThatDoesNotSpeakTlsHasItsCode() throws IOException {
        try (CopyRun run = CopyRun.create().withSource()) {
            Path file = run.runFile().resolveSibling("by-tls.yaml");
            String plain = Servers.cluster().servers().url().toString();
            Files.writeString(
                    file,
                    Files.readString(run.runFile())
                            .replaceAll("nodes: \\[.*]", "nodes: [" + plain.replace("http:", "https:") + "]"));
            assertThat(FoundCodes.of(
                            run.commandWith(file, "doctor", "-o", "json").text()))
                    .contains("warns certificate-not-seen", "blocks source-not-answering");
        }
    }

    private static void send(CopyRun run, ProducerRecord<byte[], byte[]> sent) throws Exception {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                run.connection().settings("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(sent).get();
        }
    }
}
