package io.shardstream.ittests.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.control.index.target.TombstoneWatch;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What a target's deletes take of its node's memory, and that they are forgotten before they fill it.
@Tag("long")
@RealServers
class TombstoneMemoryTest {
    private static final String WRITE = "Shardstream-copy-Write-r1";
    private static final int BULK = 20_000;

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_7", "ELASTICSEARCH_9", "OPENSEARCH_3"})
    void deletesAreForgottenSoonerOnceTheyFillAFifthOfTheHeap(SearchServerVersion version) throws Exception {
        try (SearchCluster server = SearchCluster.of(version)
                        .heapMegabytes(400)
                        .compilingLittle()
                        .start();
                ElasticCluster target = ElasticCluster.of(
                        ElasticSettings.open("target", List.of(server.url()), Duration.ofSeconds(20), "test"))) {
            Rest rest = new Rest(server.url());
            rest.put("/copy", """
                    {"settings":{"number_of_shards":1,"number_of_replicas":0,"gc_deletes":"12h"},
                     "aliases":{"%s":{}}}""".formatted(WRITE));
            Instant[] now = {Instant.EPOCH};
            TombstoneWatch watch =
                    new TombstoneWatch("1@here", controlledBy("1@here"), target, "copy", WRITE, () -> now[0]);
            int deletes = 0;
            long memory = memory(rest);
            while (memory <= heap(rest) / 5) {
                watch.doWork();
                assertThat(age(rest)).isEqualTo("12h");
                rest.post("/_bulk", bulk(deletes));
                deletes += BULK;
                rest.post("/copy/_refresh", "");
                rest.post("/copy/_flush", "");
                memory = memory(rest);
                now[0] = now[0].plusSeconds(30);
            }
            System.out.printf("%s: %d deletes, %.1f bytes each%n", version, deletes, (double) memory / deletes);

            watch.doWork();

            assertThat(age(rest)).isEqualTo("61s");
        }
    }

    private static ControlTopicTail controlledBy(String who) {
        RunTopics topics = new RunTopics("run");
        TopicPartition control = new TopicPartition(topics.control(), 0);
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.updateBeginningOffsets(Map.of(control, 0L));
        ControlTopicTail tail = new ControlTopicTail(consumer, topics, () -> Instant.EPOCH);
        consumer.addRecord(new ConsumerRecord<>(
                topics.control(),
                0,
                0,
                Controller.KEY.getBytes(StandardCharsets.UTF_8),
                new Controller(1, who, Instant.EPOCH).encode(RunFormat.FIRST)));
        consumer.updateEndOffsets(Map.of(control, 1L));
        return tail;
    }

    private static String bulk(int first) {
        return IntStream.range(first, first + BULK).mapToObj("""
                        {"delete":{"_index":"copy","_id":"document-%011d","version":9,"version_type":"external"}}
                        """::formatted).collect(Collectors.joining());
    }

    private static String age(Rest rest) {
        return rest.get("/copy/_settings?flat_settings=true")
                .path("copy")
                .path("settings")
                .path("index.gc_deletes")
                .asString();
    }

    private static long memory(Rest rest) {
        return node(rest)
                .path("indices")
                .path("segments")
                .path("version_map_memory_in_bytes")
                .asLong();
    }

    private static long heap(Rest rest) {
        return node(rest).path("jvm").path("mem").path("heap_max_in_bytes").asLong();
    }

    private static JsonNode node(Rest rest) {
        return rest.get("/_nodes/stats/indices,jvm/segments")
                .path("nodes")
                .iterator()
                .next();
    }
}
