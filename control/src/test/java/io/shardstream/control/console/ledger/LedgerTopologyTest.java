package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerTopologyTest {
    private static final RunTopics TOPICS = new RunTopics("cities");

    private final TopologyTestDriver driver = new TopologyTestDriver(
            LedgerTopology.of(TOPICS, "topic"), properties(Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "l")));

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void outcomesOfALaneAreAddedUp() {
        topic(TOPICS.outcomes()).pipeInput(outcome(0, 5));
        topic(TOPICS.outcomes()).pipeInput(outcome(5, 7));
        topic(TOPICS.outcomes()).pipeInput(outcome(5, 7));

        LaneAccount lane = LaneAccount.decode(store(LedgerTopology.LANES).get(0));
        assertThat(lane.total()).isEqualTo(new OutcomeTally(7, 0, 0, 0, 70));
    }

    @Test
    void theLastCheckpointOfAShardCounts() {
        Checkpoint checkpoint = new Checkpoint("topic", "index", "history", 1, 41, 40, 400);
        topic(TOPICS.slices())
                .pipeInput(new TestRecord<>(
                        new byte[0],
                        new Checkpoint("topic", "index", "history", 1, 3, 4, 40).encode(RunFormat.NEWEST)));
        topic(TOPICS.slices()).pipeInput(new TestRecord<>(new byte[0], checkpoint.encode(RunFormat.NEWEST)));

        assertThat(Checkpoint.decode(store(LedgerTopology.SHARDS).get(0))).isEqualTo(checkpoint);
    }

    /// All generations of a run have one slices topic.
    @Test
    void whatWasReadIntoAnotherDocsTopicIsNotRead() {
        topic(TOPICS.slices())
                .pipeInput(new TestRecord<>(
                        new byte[0],
                        new Checkpoint("before", "index", "history", 2, 41, 40, 400).encode(RunFormat.NEWEST)));

        assertThat(Checkpoint.decode(store(LedgerTopology.SHARDS).get(0)))
                .isEqualTo(new Checkpoint("topic", "index", "history", 2, -1, 0, 0));
    }

    @Test
    void aShardWhoseCheckpointIsTakenAwayWasNotBegun() {
        TestInputTopic<byte[], byte[]> slices = topic(TOPICS.slices());
        slices.pipeInput(new TestRecord<>(
                new byte[0], new Checkpoint("topic", "index", "history", 1, 41, 40, 400).encode(RunFormat.NEWEST)));
        slices.pipeInput(new TestRecord<>(new byte[0], null));

        assertThat(store(LedgerTopology.SHARDS).get(0)).isNull();
    }

    @Test
    void whatKeepsAStoreIsCompactedLongBeforeItFillsADisk() {
        assertThat(LedgerTopology.store(LedgerTopology.LANES).logConfig()).containsEntry("segment.bytes", "1048576");
    }

    @Test
    void rejectsAreCountedByTypeAndOnlyRejects() {
        reject("mapper_parsing_exception");
        reject("mapper_parsing_exception");
        reject("x".repeat(100_000));
        for (int i = 0; i < RejectCounts.TYPES; i++) {
            reject("type " + i);
        }

        Map<String, Long> counts =
                RejectCounts.decode(store(LedgerTopology.REJECTS).get(0)).byType();
        assertThat(counts)
                .hasSize(RejectCounts.TYPES + 1)
                .containsEntry("mapper_parsing_exception", 2L)
                .containsEntry(RejectCounts.OTHERS, 2L);
    }

    private void reject(String type) {
        DocRecord document = new DocRecord(Bytes.utf8("1"), null, 1L << 50, Bytes.utf8("{}"));
        ProducerRecord<byte[], byte[]> record =
                new Reject(document, type, "because", 3).toProducerRecord(TOPICS.rejects(), 0);
        topic(TOPICS.rejects()).pipeInput(new TestRecord<>(record.key(), record.value(), record.headers()));
    }

    private static TestRecord<byte[], byte[]> outcome(long from, long to) {
        long records = to - from;
        return new TestRecord<>(
                new byte[0],
                new Outcome(0, from, to, records, 0, 0, 10 * records, 1, "http://127.0.0.1:9200").encode());
    }

    private TestInputTopic<byte[], byte[]> topic(String name) {
        return driver.createInputTopic(name, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KeyValueStore<Integer, byte[]> store(String name) {
        return driver.getKeyValueStore(name);
    }

    private static Properties properties(Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        return properties;
    }
}
