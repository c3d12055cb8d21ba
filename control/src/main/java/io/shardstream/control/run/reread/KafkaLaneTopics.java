package io.shardstream.control.run.reread;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.lanes.KafkaLaneStarts;
import io.shardstream.control.state.lanes.KafkaLanes;
import io.shardstream.control.state.topics.KafkaAnswer;
import io.shardstream.control.state.topics.ReplicaChoice;
import io.shardstream.control.state.topics.TopicCreation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// Those in Kafka. Used by one thread.
public final class KafkaLaneTopics implements LaneTopics, AutoCloseable {
    private final KafkaConnection kafka;
    private final RunTopics run;
    private final Admin admin;
    private final TopicCreation creation;

    /// @param run its topics
    /// @param replication replicas of each topic, or -1 where the run file does not say
    public KafkaLaneTopics(KafkaConnection kafka, RunTopics run, short replication) {
        this.kafka = kafka;
        this.run = run;
        try (HalfMade made = new HalfMade()) {
            Admin asked = kafka.admin("shardstream-read-again");
            this.admin = made.part(asked, () -> asked.close(Duration.ZERO));
            this.creation = new TopicCreation(admin, run, ReplicaChoice.by(admin, replication));
            made.keep();
        }
    }

    @Override
    public List<String> lost(RunPlan plan) {
        RunTopics topics = run.inGeneration(plan.generation());
        List<String> lost = new ArrayList<>();
        for (String topic : List.of(topics.docs(), topics.outcomes(), topics.rejects())) {
            Optional<TopicDescription> found = describe(topic);
            if (found.isEmpty()) {
                lost.add("Topic " + topic + " is gone.");
            } else if (found.get().partitions().size() != plan.lanes()) {
                lost.add("Topic " + topic + " has " + found.get().partitions().size()
                        + " partitions where the run needs " + plan.lanes() + ".");
            } else if (topic.equals(topics.docs())) {
                lost.addAll(lostOf(plan, found.get()));
            }
        }
        lost.addAll(lostCheckpoints(plan));
        return lost;
    }

    /// Whether the docs topic of the plan is there, whatever it has lost.
    public boolean hasDocs(RunPlan plan) {
        return describe(run.inGeneration(plan.generation()).docs())
                .filter(docs -> docs.topicId().toString().equals(plan.docsTopicId()))
                .isPresent();
    }

    private List<String> lostCheckpoints(RunPlan plan) {
        Optional<TopicDescription> found = describe(run.slices());
        if (found.isEmpty()) {
            return List.of("Topic " + run.slices() + " is gone.");
        }
        int partitions = found.get().partitions().size();
        if (partitions != plan.sourceShards()) {
            return List.of("Topic " + run.slices() + " has " + partitions + " partitions where the run needs "
                    + plan.sourceShards() + ".");
        }
        List<Long> starts = offsets(run.slices(), partitions, OffsetSpec.earliest());
        return IntStream.range(0, partitions)
                .filter(shard -> starts.get(shard) > 0)
                .mapToObj(shard -> "Topic " + run.slices() + " has lost checkpoints of shard " + shard
                        + ": they begin at offset " + starts.get(shard) + ".")
                .toList();
    }

    private List<String> lostOf(RunPlan plan, TopicDescription docs) {
        if (!docs.topicId().toString().equals(plan.docsTopicId())) {
            return List.of("Topic " + docs.name() + " was deleted and made again.");
        }
        try (RunStateReader states = RunStateReader.glance(kafka, run, plan)) {
            List<Long> committed = states.committed();
            return LaneLosses.sentences(
                    docs.name(),
                    committed,
                    offsets(docs.name(), plan.lanes(), OffsetSpec.earliest()),
                    offsets(docs.name(), plan.lanes(), OffsetSpec.latest()),
                    cut(plan));
        }
    }

    /// Lanes of the plan that lack records which were written, by what leaders have told.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public Set<Integer> cut(RunPlan plan) {
        try (KafkaLaneStarts lanes = new KafkaLaneStarts(kafka, run, plan)) {
            return lanes.cut();
        }
    }

    private List<Long> offsets(String topic, int partitions, OffsetSpec which) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(lane -> new TopicPartition(topic, lane))
                .toList();
        Map<TopicPartition, ListOffsetsResultInfo> found = KafkaAnswer.of(
                admin.listOffsets(all.stream().collect(Collectors.toMap(Function.identity(), _ -> which)))
                        .all());
        return all.stream()
                .map(lane -> {
                    ListOffsetsResultInfo one = found.get(lane);
                    return one == null ? 0L : one.offset();
                })
                .toList();
    }

    @Override
    public boolean isUnread(RunPlan plan) {
        return offsets(run.inGeneration(plan.generation()).docs(), plan.lanes(), OffsetSpec.latest()).stream()
                .allMatch(end -> end == 0);
    }

    @Override
    public String make(RunPlan plan) {
        // Those who wrote by the old checkpoints are blocked, or find out by the plan.
        var _ = creation.slices(plan);
        return creation.lanes(plan, plan.generation() + 1);
    }

    @Override
    public void carryOver(RunPlan plan, RunPlan next) {
        Optional<TopicDescription> rejects =
                describe(run.inGeneration(plan.generation()).rejects());
        if (rejects.isEmpty() || rejects.get().partitions().size() < plan.lanes()) {
            return;
        }
        try (KafkaLanes from = new KafkaLanes(kafka, run, plan);
                KafkaLanes to = new KafkaLanes(kafka, run, next)) {
            CarriedReplacements carried = new CarriedReplacements(to::note);
            from.forEachReject((one, _) -> carried.add(one));
            carried.finish();
        }
    }

    @Override
    public List<Earlier> earlier(RunPlan plan) {
        return earlierDocs(plan)
                .map(docs -> new Earlier(docs.name(), docs.topicId().toString()))
                .toList();
    }

    private Stream<TopicDescription> earlierDocs(RunPlan plan) {
        return IntStream.range(1, plan.generation())
                .mapToObj(generation -> describe(run.inGeneration(generation).docs()))
                .flatMap(Optional::stream);
    }

    /// How many records the docs topics of the generations before that of the plan keep.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public long keptEarlier(RunPlan plan) {
        return earlierDocs(plan)
                .mapToLong(docs -> {
                    int lanes = docs.partitions().size();
                    return sum(offsets(docs.name(), lanes, OffsetSpec.latest()))
                            - sum(offsets(docs.name(), lanes, OffsetSpec.earliest()));
                })
                .sum();
    }

    private static long sum(List<Long> offsets) {
        return offsets.stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public boolean hasWriters(RunPlan plan) {
        try (RunStateReader states = RunStateReader.glance(kafka, run, plan)) {
            return states.writers() > 0;
        }
    }

    @Override
    public void delete(Earlier docs) {
        try {
            var _ = KafkaAnswer.of(admin.deleteTopics(TopicCollection.ofTopicIds(List.of(Uuid.fromString(docs.id()))))
                    .all());
        } catch (UnknownTopicIdException | UnknownTopicOrPartitionException e) {
            // Somebody else has.
        }
    }

    private Optional<TopicDescription> describe(String topic) {
        try {
            return KafkaAnswer.of(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
                    .findFirst();
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
