package io.shardstream.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.pace.Pace;
import io.shardstream.reader.publish.DocsBacklog;
import io.shardstream.reader.shard.FakeSource;
import io.shardstream.reader.shard.ReaderHarness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A loop that has one shard.
class ReaderLoopTest {
    private static final RunTopics TOPICS = new RunTopics("test");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);

    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;
    private final MockConsumer<byte[], byte[]> control = new MockConsumer<>("none");
    private final MockConsumer<byte[], byte[]> group = new MockConsumer<>("none");
    private final ReaderLoop loop = loop();
    private long written;

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void aHistoryThatIsAcceptedWhileTheShardIsReadIsReadFromItsStart() {
        say(RunPlan.KEY, ReaderHarness.PLAN.encode());
        source.index(30);
        pass(Duration.ofSeconds(3));
        assertThat(harness.checkpoints().getLast().done()).isEqualTo(29);

        harness.accepted = new AcceptedHistory(ReaderHarness.SHARD, "history-1", 2, 29);
        say(AcceptedHistory.key(ReaderHarness.SHARD), harness.accepted.encode());
        source.putBack(20);
        source.index(100);
        source.failOver();
        pass(Duration.ofSeconds(10));

        assertThat(harness.checkpoints())
                .filteredOn(checkpoint -> checkpoint.lineage() == 2)
                .extracting(Checkpoint::done)
                .startsWith(-1L)
                .endsWith(119L);
        assertThat(harness.checkpoints().getLast().lineage()).isEqualTo(2);
    }

    @Test
    void aShardThatWasPutBackEndsTheLoop() {
        source.index(30);
        pass(Duration.ofSeconds(3));
        source.putBack(20);

        assertThatThrownBy(() -> pass(Duration.ofSeconds(3))).isInstanceOf(BlockedException.class);
        assertThat(harness.checkpoints().getLast().historyUuid()).isEqualTo("history-1 up to 29");
    }

    private void pass(Duration time) {
        Duration tick = Duration.ofMillis(10);
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(tick)) {
            loop.doWork();
            harness.runErrands();
            harness.acknowledgeAll();
            harness.clock.advance(tick);
        }
    }

    private void say(String key, byte[] value) {
        control.addRecord(
                new ConsumerRecord<>(CONTROL.topic(), 0, written++, key.getBytes(StandardCharsets.UTF_8), value));
        control.updateEndOffsets(Map.of(CONTROL, written));
    }

    private ReaderLoop loop() {
        control.updateBeginningOffsets(Map.of(CONTROL, 0L));
        control.updateEndOffsets(Map.of(CONTROL, 0L));
        TopicPartition slice = new TopicPartition(TOPICS.slices(), ReaderHarness.SHARD);
        ReaderLoop made = new ReaderLoop(
                harness.mailbox,
                harness::reader,
                new ControlTopicTail(control, TOPICS, harness.clock),
                new DocsBacklog(1, false, () -> new CompletableFuture<>(), harness.clock),
                new Pace(
                        Side.SOURCE,
                        ReaderHarness.PLAN.sourceShards(),
                        Throttle.NONE,
                        () -> ControlRecords.NONE,
                        harness.clock),
                ReaderHarness.PLAN.sourceShards(),
                told -> new ShardGroup(
                        new PinnedGroup(Pin.AUTO, () -> PrimaryNodes.UNKNOWN, () -> 0),
                        group,
                        TOPICS.slices(),
                        told.gained(),
                        told.left()),
                () -> {},
                harness.clock);
        group.rebalance(List.of(slice));
        return made;
    }
}
