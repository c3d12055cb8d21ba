package io.shardstream.reader.backlog;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
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

/// How many records of each lane lie in Kafka that the writers' group has not committed.
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
        CompletionStage<Map<TopicPartition, ListOffsetsResultInfo>> ends = admin.listOffsets(
                        lanes.stream().collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest())))
                .all()
                .toCompletionStage();
        return committed.thenCombine(ends, this::waiting);
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

    private List<Long> waiting(
            Map<TopicPartition, OffsetAndMetadata> committed, Map<TopicPartition, ListOffsetsResultInfo> ends) {
        written = lanes.stream()
                .mapToLong(lane -> WrittenOffset.read(committed.get(lane)))
                .sum();
        return lanes.stream()
                .map(lane -> {
                    ListOffsetsResultInfo end = ends.get(lane);
                    return Math.max(0, (end == null ? 0 : end.offset()) - WrittenOffset.read(committed.get(lane)));
                })
                .toList();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
