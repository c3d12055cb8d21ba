package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Patience;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Severities and codes of what `doctor` finds of a run that works, when somebody has changed something since
/// it began.
@RealServers
class DoctorCodesTest {
    private static final byte[] NO_RECORD = "test".getBytes(StandardCharsets.UTF_8);

    @Test
    void whatSomebodyHasChangedSinceARunBeganHasItsCode() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{\"properties\":{\"n\":{\"type\":\"long\"}}}")
                .withTarget("replicas: 0\nsettings: {refresh_interval: 30s}")
                .following()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{\"n\":1}");
            run.planned();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            assertThat(FoundCodes.byDoctor(run))
                    .contains("notes processes-at-work", "warns replication-of-one")
                    .doesNotContain("notes refresh-differs")
                    .noneMatch(found -> found.startsWith("blocks") || found.endsWith("-differs"));

            settings(run.rest(), run.source(), "{\"index.blocks.read\":true}");
            settings(run.rest(), run.target(), """
                    {"index.max_result_window": 100, "index.refresh_interval": "1m",
                     "index.translog.durability": "async", "index.query.default_field": "n", "index.hidden": true,
                     "index.mapping.total_fields.limit": 100, "index.number_of_replicas": 1}""");
            changeTopics(run);
            assertThat(FoundCodes.byDoctor(run))
                    .contains("blocks source-read-blocked", "warns translog-async", "notes copies-differ")
                    .contains(
                            "warns fewer-documents-taken",
                            "warns smaller-searches-taken",
                            "warns query-defaults-differ",
                            "notes refresh-differs",
                            "notes setting-differs")
                    .contains("warns document-limit-lowered", "warns record-from-the-future");
            // Where disks are not watched the cluster may lift it at any time.
            Awaitility.await().atMost(Patience.LIMIT).untilAsserted(() -> {
                settings(run.rest(), run.target(), "{\"index.blocks.read_only_allow_delete\":true}");
                assertThat(FoundCodes.byDoctor(run)).contains("blocks target-flooded");
            });
        }
    }

    private static void changeTopics(CopyRun run) throws Exception {
        ConfigResource docs =
                new ConfigResource(ConfigResource.Type.TOPIC, run.topics().docs());
        try (Admin admin = run.connection().admin("test");
                Producer<byte[], byte[]> producer = new KafkaProducer<>(
                        run.connection().settings("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
            admin.incrementalAlterConfigs(Map.of(
                            docs,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", "1048576"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            long date = Instant.now().plus(Duration.ofMinutes(10)).toEpochMilli();
            producer.send(new ProducerRecord<>(run.topics().control(), 0, date, NO_RECORD, NO_RECORD))
                    .get();
        }
    }

    @Test
    void whatIsGoneUnderARunHasItsCode() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().following()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            run.plannedOnly();
            run.rest().delete("/" + run.source());
            try (Admin admin = run.connection().admin("test")) {
                admin.deleteTopics(List.of(run.topics().outcomes())).all().get();
            }
            Awaitility.await()
                    .atMost(Patience.LIMIT)
                    .untilAsserted(() -> assertThat(FoundCodes.byDoctor(run))
                            .contains("blocks source-missing", "blocks topic-changed")
                            .doesNotContain("blocks source-primary-missing"));

            run.rest().put("/" + run.source() + "?wait_for_active_shards=0", """
                    {"settings": {"number_of_replicas": 0, "index.routing.allocation.require._name": "nobody"}}""");
            settings(run.rest(), run.target(), "{\"index.routing.allocation.require._name\":\"nobody\"}");
            run.rest().send("POST", "/" + run.target() + "/_close?wait_for_active_shards=0", "");
            run.rest().send("POST", "/" + run.target() + "/_open?wait_for_active_shards=0", "");
            keepFree(run.rest(), "\"1000tb\"", true);
            try {
                assertThat(FoundCodes.byDoctor(run))
                        .contains(
                                "blocks source-primary-missing",
                                "blocks target-primary-missing",
                                "warns disk-above-watermark");
            } finally {
                keepFree(run.rest(), "null", false);
            }
        }
    }

    private static void settings(Rest rest, String index, String settings) {
        rest.put("/" + index + "/_settings", settings);
    }

    /// Servers of tests watch no disks, so that they do not stand still on a full machine.
    private static void keepFree(Rest rest, String high, boolean watched) {
        rest.put("/_cluster/settings", """
                {"persistent": {"cluster.routing.allocation.disk": {
                  "threshold_enabled": %s,
                  "watermark": {"low": %s, "high": %s, "flood_stage": %s}}}}""".formatted(
                        watched ? "true" : "null", high, high, watched ? "\"1b\"" : "null"));
    }
}
