package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.RunState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// The watch of a run whose run file says nothing of the guard.
class DefaultGuardWatchTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);
    private static final RunPlan PLAN = new RunPlan(
            "source", "su", 1, "target", "tu", new ShardRouting(1, 1, 1), "w", "docs", 1000, List.of(9L), 10);

    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("none");
    private final List<GuardFindings> published = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private long end;
    private int searches;
    private int each;
    private int cpu = 100;
    private boolean isAway;
    private boolean kafkaIsAway;
    private int states;

    private final GuardWatch watch = new GuardWatch(
            "1@here",
            Throttle.NONE,
            new ControlTopicTail(topic, TOPICS, () -> now),
            this::state,
            () -> {
                if (isAway) {
                    throw new ElasticException.Malformed("403");
                }
                return List.of(new MeasuredCluster(List.of(Side.SOURCE), _ -> 1, new ProductionNodes() {
                    @Override
                    public NodeSamples sample() {
                        searches += each;
                        NodeSample sample = new GuardSamples()
                                .searches(searches, 0)
                                .cpu(cpu)
                                .build();
                        return new NodeSamples(Map.of("n1", sample), Set.of());
                    }

                    @Override
                    public Map<String, List<Double>> canaries() {
                        return Map.of();
                    }
                }));
            },
            findings -> {
                if (kafkaIsAway) {
                    throw new KafkaException("away");
                }
                published.add(findings);
            },
            () -> {},
            () -> now);

    @Test
    void nothingIsSaidWhileNobodySearches() {
        control();
        seconds(300);
        assertThat(published).isEmpty();
        assertThat(states).isZero();
    }

    @Test
    void aNodeThatIsSearchedAndBusyIsSaidAndRenewed() {
        each = 5;
        control();
        seconds(60);
        assertThat(published)
                .hasSizeBetween(4, 10)
                .allSatisfy(found ->
                        assertThat(found.findings()).extracting(Finding::node).containsExactly("n1"));
        assertThat(published.getLast().at()).isAfterOrEqualTo(now.minusSeconds(10));
    }

    @Test
    void whatEndsIsSaidOnce() {
        each = 5;
        control();
        seconds(60);
        each = 0;
        seconds(300);
        assertThat(published.getLast().findings()).isEmpty();
        assertThat(published.get(published.size() - 2).findings()).isNotEmpty();
    }

    @Test
    void whatAnotherControllerHasFoundBeforeIsTakenBack() {
        Finding left = new Finding(Side.SOURCE, "n1", 0, true, "left by one that died");
        say(GuardFindings.KEY, new GuardFindings(now, List.of(left)).encode());
        control();
        seconds(3);
        assertThat(published).hasSize(1);
        assertThat(published.getFirst().findings()).isEmpty();
    }

    @Test
    void aClusterThatDoesNotAnswerAndKafkaThatIsAwayEndNothing() {
        isAway = true;
        control();
        seconds(60);
        assertThat(published).isEmpty();
        isAway = false;
        each = 5;
        kafkaIsAway = true;
        seconds(60);
        kafkaIsAway = false;
        seconds(3);
        assertThat(published.getLast().findings()).isNotEmpty();
    }

    @Test
    void whoeverSaysThatItIsOffEndsIt() {
        each = 5;
        control();
        seconds(60);
        say(GuardOff.KEY, new GuardOff().encode());
        say(Throttle.KEY, Throttle.NONE.encode());
        seconds(2);
        int said = published.size();
        seconds(60);
        assertThat(published).hasSize(said);
    }

    @Test
    void whoeverSetsAnObjectiveHasAskedForIt() {
        cpu = 10;
        control();
        seconds(60);
        say(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%")).encode());
        seconds(4);
        assertThat(published.getFirst().findings().getFirst().reason()).isEqualTo("guard on n1: begins slowly");
    }

    private RunState state() {
        states++;
        return new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0);
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            now = now.plusSeconds(1);
            watch.doWork();
        }
    }

    private void control() {
        say(Controller.KEY, new Controller(1, "1@here", now).encode(RunFormat.FIRST));
        seconds(1);
    }

    private void say(String key, byte[] value) {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        topic.addRecord(new ConsumerRecord<>(TOPICS.control(), 0, end++, key.getBytes(StandardCharsets.UTF_8), value));
        topic.updateEndOffsets(Map.of(CONTROL, end));
    }
}
