package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Objective;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class GuardWatchTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);
    private static final RunPlan PLAN = new RunPlan(
            "source", "su", 1, "target", "tu", new ShardRouting(1, 1, 1), "w", "docs", 1000, List.of(9L), 10);
    private static final long MIB = 1 << 20;

    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("none");
    private final List<GuardFindings> published = new ArrayList<>();
    private final FakeProduction production = new FakeProduction();
    private Instant now = Instant.EPOCH;
    private long end;
    private long megabytes;
    private boolean isIdle;
    private boolean kafkaIsAway;
    private Throttle fromRunFile = ThrottleText.changed(Throttle.NONE, Map.of("search-latency", "50ms"));
    private GuardWatch watch = watch();

    private GuardWatch watch() {
        return new GuardWatch(
                "1@here",
                fromRunFile,
                new ControlTopicTail(topic, TOPICS, () -> now),
                this::state,
                () -> List.of(new MeasuredCluster(List.of(Side.SOURCE, Side.TARGET), _ -> 1, production)),
                findings -> {
                    if (kafkaIsAway) {
                        throw new KafkaException("away");
                    }
                    published.add(findings);
                },
                () -> {},
                () -> now);
    }

    /// Two data nodes that are well, but for what a test says.
    private static final class FakeProduction implements ProductionNodes {
        final Map<String, Integer> searchMillis = new TreeMap<>(Map.of("n1", 1, "n2", 1));
        final Set<String> failing = new HashSet<>();
        private int looks;
        boolean isAway;

        @Override
        public NodeSamples sample() throws ElasticException {
            if (isAway) {
                throw new ElasticException.Malformed("it says nothing");
            }
            looks++;
            Map<String, NodeSample> samples = new TreeMap<>();
            searchMillis.forEach((name, millis) -> samples.put(
                    name,
                    new GuardSamples().searches(10 * looks, 10 * looks * millis).build()));
            samples.keySet().removeAll(failing);
            return new NodeSamples(samples, failing);
        }

        @Override
        public Map<String, List<Double>> canaries() {
            return Map.of();
        }
    }

    @Test
    void theControllerSaysWhatEachNodeMayBeAskedToDoAndRaisesItWhileProductionFaresWell() {
        control("1@here");
        seconds(7);
        assertThat(published.getFirst().findings())
                .containsExactly(
                        new Finding(Side.SOURCE, "n1", MIB, false, "guard on n1: begins slowly"),
                        new Finding(Side.TARGET, "n1", MIB, false, "guard on n1: begins slowly"),
                        new Finding(Side.SOURCE, "n2", MIB, false, "guard on n2: begins slowly"),
                        new Finding(Side.TARGET, "n2", MIB, false, "guard on n2: begins slowly"));
        assertThat(rates(Side.SOURCE, "n1")).startsWith(MIB, 2 * MIB, 4 * MIB);
    }

    @Test
    void aNodeOnWhichSearchesAreSlowIsLeftAloneAndTheOtherIsNot() {
        control("1@here");
        seconds(7);
        production.searchMillis.put("n1", 2000);
        seconds(2);
        assertThat(published.getLast().findings())
                .contains(
                        new Finding(
                                Side.SOURCE,
                                "n1",
                                0,
                                true,
                                published.getLast().findings().getFirst().reason()),
                        new Finding(
                                Side.TARGET,
                                "n1",
                                0,
                                true,
                                published.getLast().findings().getFirst().reason()));
        assertThat(published.getLast().findings().getFirst().reason()).startsWith("guard.search-latency on n1: ");
        assertThat(rates(Side.TARGET, "n2").getLast()).isGreaterThanOrEqualTo(4 * MIB);
    }

    /// A breaker that trips refuses the statistics of its node, too.
    @Test
    void aNodeThatDoesNotTellHowItIsKeepsItsRateForHalfAMinuteAndIsLeftAloneThen() {
        control("1@here");
        seconds(7);
        long before = rates(Side.TARGET, "n1").getLast();
        production.failing.add("n1");
        seconds(26);
        assertThat(rates(Side.TARGET, "n1").getLast()).isEqualTo(before);
        seconds(8);
        assertThat(published.getLast().findings())
                .contains(new Finding(Side.TARGET, "n1", 0, false, "guard on n1: the node does not tell how it is"));
        assertThat(rates(Side.TARGET, "n2").getLast()).isGreaterThan(before);
        production.failing.clear();
        production.searchMillis.remove("n1");
        seconds(2);
        assertThat(published.getLast().findings())
                .noneMatch(finding -> finding.node().equals("n1"));
    }

    @Test
    void whetherTheObjectiveIsMissedIsSaidAtOnceAlsoWhileTheRateStaysTheLeast() {
        control("1@here");
        seconds(7);
        production.searchMillis.put("n1", 60);
        seconds(60);
        int said = published.size();
        production.searchMillis.put("n1", 1);
        seconds(2);
        production.searchMillis.put("n1", 60);
        seconds(2);

        assertThat(published.subList(said - 1, published.size()))
                .extracting(findings -> findings.findings().getFirst().isMissed())
                .containsExactly(true, false, true);
        assertThat(published.getLast().findings().getLast().isMissed()).isFalse();
    }

    @Test
    void anotherProcessSaysNothing() {
        control("2@here");
        seconds(20);
        assertThat(published).isEmpty();
    }

    @Test
    void aGuardThatIsOffMeasuresNothingUntilAnObjectiveIsSet() {
        fromRunFile = Throttle.NONE.with(Objective.OFF);
        watch = watch();
        control("1@here");
        seconds(20);
        assertThat(published).isEmpty();
        assertThat(production.looks).isZero();
        say(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%")).encode());
        seconds(5);
        assertThat(published).isNotEmpty();
        say(Throttle.KEY, Throttle.NONE.encode());
        seconds(2);
        int said = published.size();
        seconds(30);
        assertThat(published).hasSize(said);
    }

    @Test
    void whatStaysAsItIsIsSaidAgainEveryTenSeconds() {
        control("1@here");
        seconds(60);
        isIdle = true;
        seconds(10);
        int said = published.size();
        seconds(60);
        assertThat(published.size() - said).isBetween(5, 7);
    }

    @Test
    void productionThatCannotBeMeasuredKeepsItsRatesForHalfAMinuteAndStopsTheRunThen() {
        control("1@here");
        seconds(7);
        production.isAway = true;
        seconds(20);
        assertThat(rates(Side.SOURCE, "n1").getLast()).isPositive();
        seconds(20);
        assertThat(published.getLast().findings()).allSatisfy(finding -> {
            assertThat(finding.rate()).isZero();
            assertThat(finding.reason())
                    .isEqualTo("guard: production of the source cannot be measured: it says nothing");
        });
        production.isAway = false;
        seconds(4);
        assertThat(rates(Side.SOURCE, "n1").getLast()).isPositive();
    }

    @Test
    void productionThatCouldNeverBeMeasuredLetsNothingBeginAndSaysWhy() {
        production.isAway = true;
        control("1@here");
        seconds(3);
        assertThat(published.getFirst().findings())
                .containsExactly(
                        new Finding(
                                Side.SOURCE,
                                "",
                                0,
                                false,
                                "guard: production of the source cannot be measured: it says nothing"),
                        new Finding(
                                Side.TARGET,
                                "",
                                0,
                                false,
                                "guard: production of the source cannot be measured: it says nothing"));
    }

    @Test
    void kafkaThatIsAwayIsToldAgainLater() {
        kafkaIsAway = true;
        control("1@here");
        seconds(10);
        kafkaIsAway = false;
        seconds(3);
        assertThat(published).isNotEmpty();
    }

    private List<Long> rates(Side side, String node) {
        return published.stream()
                .flatMap(findings -> findings.findings().stream())
                .filter(finding -> finding.side() == side && finding.node().equals(node))
                .map(Finding::rate)
                .toList();
    }

    /// Since the last look 100 MiB were read and written, as long as a test does not say otherwise.
    private RunState state() {
        megabytes += isIdle ? 0 : 100;
        long bytes = megabytes * MIB;
        Checkpoint read = new Checkpoint("docs", "su", "h", 1, 5, bytes / 1000, bytes);
        return new RunState(PLAN, Map.of(0, read), List.of(bytes / 1000), List.of(bytes / 1000), 0);
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            now = now.plusSeconds(1);
            watch.doWork();
        }
    }

    private void control(String who) {
        say(Controller.KEY, new Controller(1, who, now).encode(RunFormat.FIRST));
        seconds(1);
    }

    private void say(String key, byte[] value) {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        topic.addRecord(new ConsumerRecord<>(TOPICS.control(), 0, end++, key.getBytes(StandardCharsets.UTF_8), value));
        topic.updateEndOffsets(Map.of(CONTROL, end));
    }
}
