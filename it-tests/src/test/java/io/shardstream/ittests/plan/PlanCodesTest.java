package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Severities and codes of what `plan` alone finds of sources, targets and run files that are not as usual.
@RealServers
class PlanCodesTest {
    private static final int LARGE = 3000;
    private static final String NO_SAMPLE = "--sample=0s";
    private static final String FOLLOW = "follow: true";

    @Test
    void whatAnOddSourceIsLikeHasItsCode() {
        try (CopyRun run = CopyRun.create()
                .withSource(
                        "\"number_of_shards\":3,\"index.seq_no.index_options\":\"doc_values_only\","
                                + "\"index.store.stats_refresh_interval\":\"0s\"",
                        "{\"properties\":{\"vector\":{\"type\":\"dense_vector\",\"dims\":3}}}")
                .intoShards(3)
                .withTarget("replicas: 1")
                .withLines(FOLLOW + "\ncutover: {replace-index: true}")) {
            for (int i = 0; i < 20; i++) {
                put(run, "" + i, "&routing=one");
            }
            assertThat(FoundCodes.planned(run, NO_SAMPLE))
                    .contains(
                            "notes sequence-numbers-slow",
                            "warns vectors-rewritten",
                            "notes source-shards-uneven",
                            "notes source-refreshed",
                            "notes source-replaced",
                            "notes broker-disk-sufficient",
                            "notes disk-sufficient",
                            "notes document-sizes-unknown");

            assertThat(FoundCodes.plannedWith(run, "replace-index: true", "replace-index: without-way-back", NO_SAMPLE))
                    .contains("warns source-replaced-without-copy");
            assertThat(FoundCodes.plannedWith(run, "max-document: 100mb", "max-document: 1kb", "--sample=1s"))
                    .contains("warns documents-too-large");
        }
    }

    @Test
    void whatKafkaIsNotMadeForHasItsCode() throws Exception {
        try (CopyRun run = CopyRun.create().withSource()) {
            assertThat(FoundCodes.plannedWith(run, "replication: 1", "replication: 3", NO_SAMPLE))
                    .contains("blocks too-few-brokers");
            assertThat(FoundCodes.plannedWith(run, "  replication: 1\n", "", NO_SAMPLE))
                    .contains("notes replication-chosen");
            String rejects = run.topics().rejects();
            try (Admin admin = run.connection().admin("test");
                    Producer<byte[], byte[]> producer = new KafkaProducer<>(
                            run.connection().settings("test"), new ByteArraySerializer(), new ByteArraySerializer())) {
                admin.createTopics(List.of(new NewTopic(rejects, 1, (short) 1)))
                        .all()
                        .get();
                producer.send(new ProducerRecord<>(rejects, new byte[] {1}, new byte[] {1}))
                        .get();
            }
            assertThat(FoundCodes.planned(run)).contains("blocks topic-of-another-run");
        }
    }

    @Test
    void sourcesThatCannotBeCopiedHaveTheirCodes() {
        Rest rest = Servers.cluster().rest();
        try (CopyRun run = CopyRun.create()) {
            run.withSource("\"index.mode\":\"logsdb\",\"index.mapping.source.mode\":\"stored\"", "{}");
            assertThat(FoundCodes.planned(run)).contains("blocks source-mode-not-copied");
            rest.delete("/" + run.source());

            rest.put("/" + run.source() + "?wait_for_active_shards=0", """
                    {"settings": {"number_of_replicas": 0, "index.routing.allocation.require._name": "nobody"}}""");
            assertThat(FoundCodes.planned(run)).contains("blocks source-primary-missing");
        }
    }

    @Test
    void whatATargetMeetsInItsClusterHasItsCode() {
        Rest rest = Servers.cluster().rest();
        try (CopyRun run = CopyRun.create().withSource()) {
            put(run, "1", "");
            String template = "/_index_template/" + run.target();
            String mostShards = "cluster.max_shards_per_node";
            rest.put("/_cluster/settings", "{\"persistent\":{\"" + mostShards + "\":1}}");
            try {
                assertThat(FoundCodes.planned(run)).contains("blocks shard-limit-exceeded");
            } finally {
                rest.put("/_cluster/settings", "{\"persistent\":{\"" + mostShards + "\":null}}");
            }
            rest.put(template, """
                    {"index_patterns": ["%s-shardstream-plan-*"], "priority": 500,
                     "template": {"settings": {"index.blocks.read_only": true}}}""".formatted(run.target()));
            try {
                assertThat(FoundCodes.planned(run, "--try-writing", "--sample=1s"))
                        .contains("warns trial-index-left");
            } finally {
                rest.delete(template);
                rest.put("/" + run.target() + "-shardstream-plan-*/_settings?expand_wildcards=all", """
                        {"index.blocks.read_only": null}""");
                rest.delete("/" + trial(rest, run));
            }
            run.withTarget("replicas: 0\nsettings: {index.write.wait_for_active_shards: 2}");
            assertThat(FoundCodes.planned(run, "--try-writing", "--sample=1s"))
                    .contains("blocks writes-wait-for-copies")
                    .doesNotContain("blocks target-creation-refused");
            run.withTarget("replicas: 0\nsettings: {index.codec: none-that-exists}");
            assertThat(FoundCodes.planned(run, "--try-writing", "--sample=1s"))
                    .contains("blocks target-creation-refused");
        }
    }

    private static String trial(Rest rest, CopyRun run) {
        return rest.get("/_cat/indices/" + run.target()
                        + "-shardstream-plan-*?format=json&expand_wildcards=all&h=index")
                .path(0)
                .path("index")
                .asString("");
    }

    /// C-37.
    @Test
    @Tag("long")
    void aDataNodeThatCannotBeReachedAtItsOwnAddressIsNamed() throws Exception {
        try (ProxiedCluster two = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_9, 2, 512);
                CopyRun run = CopyRun.on(two).withSource()) {
            String lost = two.urls().get(1).toString();
            String text = Files.readString(run.runFile());
            Path named = run.runFile().resolveSibling("one-node.yaml");
            Files.writeString(named, text.replaceAll(",\\s*\"?" + Pattern.quote(lost) + "\"?", ""));
            assertThat(named).content().doesNotContain(lost);
            two.proxies().get(1).close();

            for (String command : List.of("plan", "doctor")) {
                assertThat(run.commandWith(named, command, "-o", "json").text())
                        .contains("A data node of the source does not answer at the address that it publishes:"
                                + " source node " + lost);
            }
        }
    }

    @Tag("long")
    @Test
    void aKafkaThatIsAwayHasItsCode() {
        try (CopyRun run = CopyRun.create().withSource()) {
            String kafka = "bootstrap: \"" + Servers.kafka().bootstrap() + "\"";
            String nobody = "bootstrap: \"127.0.0.1:1\"";
            assertThat(FoundCodes.plannedWith(run, kafka, nobody, NO_SAMPLE)).contains("blocks kafka-not-answering");
            assertThat(FoundCodes.byDoctorWith(run, kafka, nobody)).contains("blocks kafka-not-answering");
        }
    }

    @Tag("long")
    @Test
    void anIndexThatCannotBeReplacedInAnotherClusterHasItsCode() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .into(Servers.narrow(), 0, 1)
                .withLines(FOLLOW + "\ncutover: {replace-index: true}")) {
            assertThat(FoundCodes.planned(run)).contains("blocks replace-index-impossible");
        }
    }

    @Tag("long")
    @Test
    void aSourceThatAnotherRunCopiesHasItsCode() {
        try (CopyRun run = CopyRun.create().withSource().withLines(FOLLOW + "\ncutover: {replace-index: true}");
                CopyRun other = run.again().withLines(FOLLOW)) {
            assertThat(FoundCodes.planned(run)).doesNotContain("warns source-of-another-run");
            other.planned();
            assertThat(FoundCodes.planned(run)).contains("warns source-of-another-run");
        }
    }

    /// @param query further parameters
    private static void put(CopyRun run, String id, String query) {
        run.rest()
                .put(
                        "/" + run.source() + "/_doc/" + id + "?refresh=true" + query,
                        "{\"text\":\"" + ("" + id.hashCode()).repeat(LARGE / 10) + "\"}");
    }
}
