package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlTopicTail;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PrimaryWatchTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);

    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("none");
    private Instant now = Instant.EPOCH;
    private PrimaryWatch.Survey survey =
            () -> new SeenPrimaries(List.of("a", "b"), Map.of("a", Map.of(), "b", Map.of()));
    private final List<PrimaryNodes> published = new ArrayList<>();
    private final PrimaryWatch watch = new PrimaryWatch(
            Side.TARGET,
            "1@here",
            new ControlTopicTail(topic, TOPICS, () -> now),
            () -> survey.look(),
            this::publish,
            () -> now);
    private int surveys;
    private long end;

    PrimaryWatchTest() {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
    }

    @Test
    void theControllerSaysWherePrimariesAreAndNotTwice() {
        control("1@here");
        steps(5);
        assertThat(published).containsExactly(new PrimaryNodes(List.of("a", "b")));
    }

    @Test
    void anotherProcessSaysNothing() {
        control("2@here");
        steps(5);
        assertThat(published).isEmpty();
    }

    @Test
    void aTargetThatDoesNotAnswerIsAskedAgainLaterAndLessOften() {
        control("1@here");
        PrimaryWatch.Survey good = survey;
        survey = () -> {
            surveys++;
            throw new ElasticException.Malformed("away");
        };
        steps(30);
        assertThat(surveys).isBetween(2, 4);
        survey = good;
        steps(11);
        assertThat(published).hasSize(1);
    }

    private void steps(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now = now.plusSeconds(1);
            watch.doWork();
        }
    }

    private void control(String who) {
        say(Controller.KEY, new Controller(1, who, now).encode(RunFormat.FIRST));
        watch.doWork();
        now = now.plusSeconds(1);
        watch.doWork();
    }

    private void publish(PrimaryNodes nodes) {
        published.add(nodes);
        say(PrimaryNodes.key(Side.TARGET), nodes.encode());
    }

    private void say(String key, byte[] value) {
        topic.addRecord(new ConsumerRecord<>(TOPICS.control(), 0, end++, key.getBytes(StandardCharsets.UTF_8), value));
        topic.updateEndOffsets(Map.of(CONTROL, end));
    }
}
