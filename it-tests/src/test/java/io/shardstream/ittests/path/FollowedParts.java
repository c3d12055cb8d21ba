package io.shardstream.ittests.path;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.runfile.BulkScope;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.ittests.path.PathRecorder.Path;
import io.shardstream.reader.ReaderAssembly;
import io.shardstream.reader.ReaderSettings;
import io.shardstream.reader.publish.CheckpointLogs;
import io.shardstream.reader.publish.DocsBacklog;
import io.shardstream.reader.shard.ReadCounter;
import io.shardstream.reader.source.HttpSourceShard;
import io.shardstream.writer.WriterAssembly;
import io.shardstream.writer.WriterSettings;
import io.shardstream.writer.send.ElasticBulkSender;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A real reader that gets a document from a node, and then a real writer that sends it to one. One thread steps
/// them, and does what they have others do, so that what it does is all that happens to the document.
public final class FollowedParts implements Callable<List<Path>> {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final RunPlan PLAN = new RunPlan(
            "i",
            "uuid-1",
            1,
            "target",
            "target-uuid",
            new ShardRouting(1, 1, 1),
            "alias",
            "docs-1",
            1 << 20,
            List.of(0L),
            1);
    private static final MemberSettings MEMBER = MemberSettings.of(Duration.ofSeconds(15));
    private static final PinnedGroup NO_GROUP = new PinnedGroup(Pin.NONE, () -> PrimaryNodes.UNKNOWN, System::nanoTime);

    private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
    private final LinkedTransferQueue<Path> paths = new LinkedTransferQueue<>();
    private @Nullable ProducerRecord<byte[], byte[]> published;

    /// The way to Kafka, and that from there.
    @Override
    public List<Path> call() throws Exception {
        try (PathNode node = new PathNode(() -> paths.add(PathRecorder.end()));
                ElasticCluster cluster =
                        ElasticCluster.of(ElasticSettings.open("source", List.of(node.address()), LONGEST, "run"))) {
            return List.of(read(cluster), write(cluster));
        }
    }

    private Path read(ElasticCluster source) throws Exception {
        MockConsumer<byte[], byte[]> member = new MockConsumer<>("none");
        IndexShards shards = IndexShards.ofPart(source, "source", PLAN.sourceIndex(), PLAN.sourceUuid(), true);
        Loop loop = new ReaderAssembly(
                        TOPICS,
                        PLAN,
                        control(),
                        new DocsBacklog(
                                1 << 20,
                                false,
                                () -> CompletableFuture.completedFuture(List.of(0L)),
                                InstantSource.system()),
                        new ReaderSettings(
                                2,
                                1 << 20,
                                4 << 20,
                                OptionalLong.of(1 << 20),
                                MEMBER,
                                true,
                                Duration.ofSeconds(1),
                                Throttle.NONE),
                        shard -> new HttpSourceShard(shards, PLAN.sourceIndex(), shard, PLAN.maxDocumentBytes(), false),
                        _ -> null,
                        DocsProducer::new,
                        new CheckpointLogs(_ -> producer(), _ -> Map.of(), TOPICS, () -> RunFormat.NEWEST),
                        NO_GROUP,
                        () -> member,
                        errands::add,
                        InstantSource.system(),
                        new Random(1))
                .loop(new Mailbox(), new ReadCounter(), () -> {});
        member.rebalance(List.of(new TopicPartition(TOPICS.slices(), 0)));
        return follow(loop);
    }

    private Path write(ElasticCluster target) throws Exception {
        MockConsumer<byte[], byte[]> member = new MockConsumer<>("none");
        Loop loop = new WriterAssembly(
                        TOPICS,
                        PLAN,
                        control(),
                        new WriterSettings(1 << 20, BulkScope.AUTO, 2, 4 << 20, MEMBER, Throttle.NONE),
                        new ElasticBulkSender(target, PLAN.writeAlias(), PLAN.targetIndex(), errands::add),
                        NO_GROUP,
                        member,
                        producer(),
                        System::nanoTime,
                        InstantSource.system(),
                        new Random(1),
                        _ -> {})
                .loop(new Mailbox());
        loop.doWork();
        TopicPartition lane = new TopicPartition(TOPICS.docs(), 0);
        member.updateBeginningOffsets(Map.of(lane, 0L));
        member.rebalance(List.of(lane));
        loop.doWork();
        member.addRecord(consumed(published));
        return follow(loop);
    }

    private Path follow(Loop loop) {
        Instant limit = Instant.now().plus(LONGEST);
        PathRecorder.begin();
        while (paths.isEmpty()) {
            if (Instant.now().isAfter(limit)) {
                throw new AssertionError("the document does not come out of the " + loop.name());
            }
            loop.doWork();
            for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
                errand.run();
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        return paths.remove();
    }

    private static ConsumerRecord<byte[], byte[]> consumed(@Nullable ProducerRecord<byte[], byte[]> one) {
        if (one == null) {
            throw new AssertionError("nothing was published");
        }
        ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>(one.topic(), 0, 0, one.key(), one.value());
        one.headers().forEach(read.headers()::add);
        return read;
    }

    private static ControlTopicTail control() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        ControlTopicTail control = new ControlTopicTail(consumer, TOPICS, InstantSource.system());
        TopicPartition topic = new TopicPartition(TOPICS.control(), 0);
        consumer.updateBeginningOffsets(Map.of(topic, 0L));
        Map<String, byte[]> said = new TreeMap<>(Map.of(RunPlan.KEY, PLAN.encode()));
        for (Side side : Side.values()) {
            said.put(PrimaryNodes.key(side), new PrimaryNodes(List.of(PathNode.NAME)).encode());
        }
        long offset = 0;
        for (Map.Entry<String, byte[]> one : said.entrySet()) {
            byte[] key = one.getKey().getBytes(StandardCharsets.UTF_8);
            consumer.addRecord(new ConsumerRecord<>(topic.topic(), 0, offset++, key, one.getValue()));
        }
        consumer.updateEndOffsets(Map.of(topic, offset));
        return control;
    }

    private static Producer<byte[], byte[]> producer() {
        return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /// The docs topic.
    private final class DocsProducer extends MockProducer<byte[], byte[]> {
        private DocsProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> one, Callback callback) {
            PathRecorder.look(one);
            published = one;
            paths.add(PathRecorder.end());
            return super.send(one, callback);
        }
    }
}
