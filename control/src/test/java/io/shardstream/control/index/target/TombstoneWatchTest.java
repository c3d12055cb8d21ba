package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.control.index.FakeNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TombstoneWatchTest {
    private static final String WRITE = "Shardstream-copy-Write-r1";
    private static final String STATS = "/_nodes/stats/indices,jvm/segments";

    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);

    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("none");
    private long end;
    private FakeNode node;
    private TombstoneWatch watch;
    private Instant now = Instant.EPOCH;

    @BeforeEach
    void start() throws Exception {
        node = new FakeNode("target")
                .answers("/cities/_settings", 200, settings("12h"))
                .answers("/" + WRITE + "/_settings", 200, "{'acknowledged':true}");
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        ControlTopicTail control = new ControlTopicTail(topic, TOPICS, () -> now);
        watch = new TombstoneWatch("1@here", control, node.cluster(), "cities", WRITE, () -> now);
        control("1@here");
    }

    @AfterEach
    void stop() {
        watch.close();
        node.close();
    }

    @Test
    void deletesAreForgottenSoonerWhereTheyFillTheMemoryOfANode() {
        node.answers(STATS, 200, nodes(1000, 201));
        watch.doWork();
        assertThat(puts()).containsExactly("PUT /" + WRITE + "/_settings");
        assertThat(node.bodies()).contains("{\"index.gc_deletes\":\"61s\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2d", "12h"})
    void soTheyAreWhereTheTargetHadALongerOneBefore(String age) {
        node.answers("/cities/_settings", 200, settings(age)).answers(STATS, 200, nodes(1000, 201));
        says(TargetOriginals.KEY, new TargetOriginals("2d").encode());
        watch.doWork();
        assertThat(node.bodies()).contains("{\"index.gc_deletes\":\"61s\"}");
    }

    /// It may be of an older version, which does not know what this one sets.
    @Test
    void whatAnotherProcessControlsIsItsOwn() {
        node.answers(STATS, 200, nodes(1000, 900));
        control("2@there");
        steps(60);
        assertThat(node.requests()).isEmpty();
        control("1@here");
        steps(2);
        assertThat(puts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200})
    void elseTheyAreRememberedAsTheRunMeansTo(long versions) {
        node.answers(STATS, 200, nodes(1000, versions));
        watch.doWork();
        assertThat(puts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"61s", "1h", "2d"})
    void whatIsLoweredOrSomebodyHasSetStays(String age) {
        node.answers("/cities/_settings", 200, settings(age)).answers(STATS, 200, nodes(1000, 900));
        watch.doWork();
        assertThat(puts()).isEmpty();
    }

    /// As that of a cut-over, whose target production writes to from then on.
    @Test
    void itIsLoweredThroughTheAliasByWhichTheRunGoesOn() {
        node.answers(STATS, 200, nodes(1000, 900))
                .answers("/" + WRITE + "/_settings", 404, "{'error':{'type':'index_not_found_exception'}}");
        watch.doWork();
        assertThat(puts()).containsExactly("PUT /" + WRITE + "/_settings");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'nodes':7}",
                "{'nodes':{'n':{}}}",
                "{'nodes':{'n':{'jvm':{'mem':{'heap_max_in_bytes':'x'}},'indices':{'segments':"
                        + "{'version_map_memory_in_bytes':9000}}}}}"
            })
    void whatDoesNotSayHowMuchItIsChangesNothing(String answer) {
        node.answers(STATS, 200, answer);
        watch.doWork();
        assertThat(puts()).isEmpty();
    }

    @Test
    void itIsAskedTwiceAMinuteAndLessOftenWhereItIsRefused() {
        node.answers(STATS, 200, nodes(1000, 0));
        steps(300);
        assertThat(asked()).isEqualTo(10);
        node.answers(STATS, 403, "{'error':{'type':'security_exception','reason':'no right'}}");
        steps(600);
        assertThat(asked()).isLessThanOrEqualTo(13);
    }

    /// A node whose memory is full may be slow.
    @Test
    void itIsAskedAsOftenWhereItIsNotAnswered() {
        node.answers(STATS, 502, "<html>");
        steps(300);
        assertThat(asked()).isGreaterThanOrEqualTo(10);
    }

    private void steps(int seconds) {
        for (int second = 0; second < seconds; second++) {
            watch.doWork();
            now = now.plusSeconds(1);
        }
    }

    private void control(String who) {
        says(Controller.KEY, new Controller(1, who, now).encode(RunFormat.FIRST));
    }

    private void says(String key, byte[] value) {
        topic.addRecord(new ConsumerRecord<>(TOPICS.control(), 0, end++, key.getBytes(StandardCharsets.UTF_8), value));
        topic.updateEndOffsets(Map.of(CONTROL, end));
    }

    private long asked() {
        return node.requests().stream()
                .filter(request -> request.startsWith("GET /_nodes"))
                .count();
    }

    private List<String> puts() {
        return node.requests().stream()
                .filter(request -> request.startsWith("PUT "))
                .toList();
    }

    private static String settings(String age) {
        return "{'cities':{'settings':{'index.gc_deletes':'" + age + "'}}}";
    }

    private static String nodes(long heap, long versions) {
        return "{'nodes':{'a':" + node("a", heap, 0) + ",'b':" + node("b", heap, versions) + "}}";
    }

    private static String node(String name, long heap, long versions) {
        return "{'name':'" + name + "','jvm':{'mem':{'heap_max_in_bytes':" + heap
                + "}},'indices':{'segments':{'version_map_memory_in_bytes':" + versions + "}}}";
    }
}
