package io.shardstream.reader.publish;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.WrittenOffset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/// How many records of each lane lie in Kafka that the writers' group has not committed. What was trimmed
/// lies there no more, also when the group has lost its offsets.
public final class UncommittedRecords implements Supplier<CompletionStage<List<Long>>>, AutoCloseable {
    private final Admin admin;
    private final String group;
    private final List<TopicPartition> lanes;
    private volatile long written;

    public UncommittedRecords(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        RunTopics topics = run.inGeneration(plan.generation());
        this.admin = kafka.admin("shardstream-reader-backlog");
        this.group = topics.writersGroup(plan.docsTopicId());
        this.lanes = IntStream.range(0, plan.lanes())
                .mapToObj(lane -> new TopicPartition(topics.docs(), lane))
                .toList();
    }

    /// Asks without waiting.
    @Override
    public CompletionStage<List<Long>> get() {
        CompletionStage<Map<TopicPartition, OffsetAndMetadata>> committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .toCompletionStage()
                .handle((offsets, failure) -> failure == null ? completed(offsets) : noneIfUnknown(failure))
                .thenCompose(Function.identity());
        CompletionStage<List<Long>> beginnings = offsets(OffsetSpec.earliest());
        CompletionStage<List<Long>> ends = offsets(OffsetSpec.latest());
        return committed.thenCombine(beginnings, this::known).thenCombine(ends, UncommittedRecords::waiting);
    }

    /// By lane.
    private CompletionStage<List<Long>> offsets(OffsetSpec which) {
        return admin.listOffsets(lanes.stream().collect(Collectors.toMap(Function.identity(), _ -> which)))
                .all()
                .toCompletionStage()
                .thenApply(offsets -> lanes.stream()
                        .map(lane -> {
                            ListOffsetsResultInfo offset = offsets.get(lane);
                            return offset == null ? 0L : offset.offset();
                        })
                        .toList());
    }

    private static <T> CompletionStage<T> completed(T value) {
        return CompletableFuture.completedFuture(value);
    }

    /// Before the first commit there is no such group.
    private static CompletionStage<Map<TopicPartition, OffsetAndMetadata>> noneIfUnknown(Throwable failure) {
        boolean isUnknown =
                failure instanceof GroupIdNotFoundException || failure.getCause() instanceof GroupIdNotFoundException;
        return isUnknown ? completed(Map.of()) : CompletableFuture.failedFuture(failure);
    }

    /// Records of all lanes that were committed, by the last answer; known to any thread.
    public long written() {
        return written;
    }

    /// By lane, below which nothing waits.
    private List<Long> known(Map<TopicPartition, OffsetAndMetadata> committed, List<Long> beginnings) {
        List<Long> known = IntStream.range(0, lanes.size())
                .mapToObj(lane -> Math.max(WrittenOffset.read(committed.get(lanes.get(lane))), beginnings.get(lane)))
                .toList();
        written = known.stream().mapToLong(Long::longValue).sum();
        return known;
    }

    private static List<Long> waiting(List<Long> known, List<Long> ends) {
        return IntStream.range(0, known.size())
                .mapToObj(lane -> Math.max(0, ends.get(lane) - known.get(lane)))
                .toList();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
