package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/// Asks Kafka how far a run is. Used by one thread.
public final class RunStateReader implements AutoCloseable {
    /// Short, as whoever looks looks again, and says meanwhile that nobody answers.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long MOST_REJECTS_AT_A_GLANCE = 20_000;
    private static final Map<String, Object> CONSUMER = Map.of(
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) PATIENCE.toMillis(),
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            8 << 20);

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final RunPlan plan;
    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final SlicesTail slices;
    private final List<TopicPartition> lanes;
    private final Consumer<byte[], byte[]> rejectsConsumer;
    private final RejectsTail rejects;
    private final AcceptedGoals goals;
    /// By lane, what the run had trimmed when that was needed last.
    private List<Long> trimmed;
    /// By lane, what was committed or trimmed when it was last known not to be below the start of the lane.
    /// As nothing is trimmed above it, starts are asked for only where it has fallen; empty before the first
    /// time.
    private List<Long> above = List.of();
    /// The starts for which the control topic was read last.
    private List<Long> below = List.of();

    /// For one who looks again and again.
    public RunStateReader(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        this(kafka, topics, plan, Long.MAX_VALUE, true);
    }

    /// For one who wants [#rejects()] too, which may take 200 MB where millions of them were replaced.
    public static RunStateReader withRejects(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        return new RunStateReader(kafka, topics, plan, Long.MAX_VALUE, false);
    }

    /// For one who looks once: of very many rejects it may count some twice, as it does not read them all.
    public static RunStateReader glance(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        return new RunStateReader(kafka, topics, plan, MOST_REJECTS_AT_A_GLANCE, true);
    }

    /// For one who does not care for rejects: each of their records counts.
    public static RunStateReader withoutRejects(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        return new RunStateReader(kafka, topics, plan, 0, true);
    }

    private RunStateReader(
            KafkaConnection kafka, RunTopics run, RunPlan plan, long mostRejects, boolean onlyCountsRejects) {
        this.kafka = kafka;
        this.topics = run.inGeneration(plan.generation());
        this.plan = plan;
        this.lanes = partitions(topics.docs(), plan.lanes());
        this.trimmed = Collections.nCopies(plan.lanes(), 0L);
        try (HalfMade made = new HalfMade()) {
            Admin asked = kafka.admin("shardstream-progress");
            this.admin = made.part(asked, () -> asked.close(Duration.ZERO));
            this.consumer = made.part(kafka.briefConsumer("shardstream-progress", CONSUMER));
            this.rejectsConsumer = made.part(kafka.briefConsumer("shardstream-progress-rejects", CONSUMER));
            this.goals = made.part(new AcceptedGoals(kafka, topics, plan));
            this.slices = new SlicesTail(consumer, topics.slices(), plan.sourceShards(), plan.docsTopicId());
            this.rejects = new RejectsTail(
                    rejectsConsumer,
                    partitions(topics.rejects(), plan.lanes()),
                    new RejectOrder(plan.reading().versions()),
                    mostRejects,
                    onlyCountsRejects);
            made.keep();
        }
    }

    /// @throws RejectsGoneException if the rejects topic is gone
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked; asking again later may help
    /// @throws io.shardstream.common.contract.record.UnknownRecordException if another version wrote a
    ///     checkpoint
    public RunState read() {
        // Commits before ends and checkpoints before both: a record never counts as written before it is read.
        List<Long> committed = committed();
        var checkpoints = slices.read();
        List<Long> ends = offsets(OffsetSpec.latest());
        RejectsTail.Count rejected = RejectsTopic.read(kafka, topics, () -> rejects.count(committed));
        return new RunState(
                plan,
                checkpoints,
                ends,
                committed,
                rejected.open(),
                rejected.underReplay(),
                rejected.older(),
                rejected.lost(),
                goals.now(checkpoints));
    }

    /// What the rejects topic says up to what is its end now. Each call reads only what has come since the last look,
    /// and gives the same object unless Kafka has lost some of the topic. Only for one made [#withRejects].
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked; asking again later may help
    /// @throws io.shardstream.common.contract.record.UnknownRecordException if another version wrote a reject
    public NotedRejects rejects() {
        return RejectsTopic.read(kafka, topics, rejects::upToNow);
    }

    /// Processes that read, as far as their group knows.
    public int readers() {
        return members(topics.readersGroup());
    }

    /// Processes that write, as far as their group knows.
    public int writers() {
        return members(topics.writersGroup(plan.docsTopicId()));
    }

    /// By lane, the offset below which every record has its outcome; 0 before the first commit. Where the
    /// group has lost its offsets, or they were set back, that is what the run has trimmed.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public List<Long> committed() {
        String group = topics.writersGroup(plan.docsTopicId());
        Map<TopicPartition, OffsetAndMetadata> offsets;
        try {
            offsets = KafkaAnswer.within(
                    PATIENCE, admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        } catch (GroupIdNotFoundException e) {
            offsets = Map.of();
        }
        Map<TopicPartition, OffsetAndMetadata> known = offsets;
        List<Long> written =
                lanes.stream().map(lane -> WrittenOffset.read(known.get(lane))).toList();
        List<Long> behind = higher(written, trimmed);
        if (!above.isEmpty() && isAtLeast(behind, above)) {
            return behind;
        }
        List<Long> starts = offsets(OffsetSpec.earliest());
        if (!isAtLeast(behind, starts) && !starts.equals(below)) {
            below = starts;
            ControlRecords said = ControlRecords.read(kafka, topics);
            trimmed = IntStream.range(0, lanes.size())
                    .mapToObj(lane -> said.trimmedBelow(plan.docsTopicId(), lane))
                    .toList();
            behind = higher(written, trimmed);
        }
        if (isAtLeast(behind, starts)) {
            above = behind;
        }
        return behind;
    }

    private static boolean isAtLeast(List<Long> one, List<Long> other) {
        return IntStream.range(0, other.size()).allMatch(lane -> one.get(lane) >= other.get(lane));
    }

    private static List<Long> higher(List<Long> one, List<Long> other) {
        return IntStream.range(0, one.size())
                .mapToObj(lane -> Math.max(one.get(lane), other.get(lane)))
                .toList();
    }

    /// How many records of the docs topic Kafka keeps at this moment, those that wait among them: what is
    /// trimmed goes in whole segments, some minutes later.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public long kept() {
        List<Long> starts = offsets(OffsetSpec.earliest());
        List<Long> ends = offsets(OffsetSpec.latest());
        return IntStream.range(0, lanes.size())
                .mapToLong(lane -> ends.get(lane) - starts.get(lane))
                .sum();
    }

    /// By lane.
    private List<Long> offsets(OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked =
                lanes.stream().collect(Collectors.toMap(Function.identity(), _ -> which));
        Map<TopicPartition, ListOffsetsResultInfo> offsets =
                KafkaAnswer.within(PATIENCE, admin.listOffsets(asked).all());
        return lanes.stream()
                .map(lane -> {
                    ListOffsetsResultInfo offset = offsets.get(lane);
                    return offset == null ? 0L : offset.offset();
                })
                .toList();
    }

    private int members(String group) {
        try {
            return KafkaAnswer.within(
                            PATIENCE,
                            admin.describeConsumerGroups(List.of(group)).all())
                    .values()
                    .stream()
                    .map(ConsumerGroupDescription::members)
                    .mapToInt(members -> members.size())
                    .sum();
        } catch (GroupIdNotFoundException e) {
            return 0;
        }
    }

    private static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    @Override
    public void close() {
        goals.close();
        KafkaConnection.close(rejectsConsumer);
        KafkaConnection.close(consumer);
        admin.close(Duration.ofSeconds(2));
    }
}
