package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;

/// The docs topic of a run in the hands of somebody who may do everything in Kafka.
final class DocsTopicInHand implements AutoCloseable {

    private final String name;
    private final String writers;
    private final int lanes;
    private final Admin admin;

    private DocsTopicInHand(CopyRun run) {
        this.name = run.topics().inGeneration(run.plan().generation()).docs();
        this.writers = run.topics().writersGroup(run.plan().docsTopicId());
        this.lanes = run.plan().lanes();
        this.admin = run.connection().admin("test");
    }

    static DocsTopicInHand of(CopyRun run) {
        return new DocsTopicInHand(run);
    }

    TopicPartition lane(int number) {
        return new TopicPartition(name, number);
    }

    /// By lane, where its log begins.
    List<Long> beginnings() throws Exception {
        return offsets(OffsetSpec.earliest());
    }

    /// By lane, where its log ends.
    List<Long> ends() throws Exception {
        return offsets(OffsetSpec.latest());
    }

    /// All records that ever were in all lanes.
    long records() throws Exception {
        return ends().stream().mapToLong(Long::longValue).sum();
    }

    private List<Long> offsets(OffsetSpec which) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = IntStream.range(0, lanes)
                .mapToObj(this::lane)
                .collect(Collectors.toMap(Function.identity(), _ -> which));
        var answer = admin.listOffsets(asked);
        List<Long> offsets = new java.util.ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            offsets.add(answer.partitionResult(lane(lane)).get().offset());
        }
        return offsets;
    }

    /// Waits until so many records were published, by whichever reader.
    void awaitRecords(long atLeast) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(records()).isGreaterThanOrEqualTo(atLeast));
    }

    /// What the writers' group has committed of a lane.
    long committed(int lane) throws Exception {
        OffsetAndMetadata offset = admin.listConsumerGroupOffsets(writers)
                .partitionsToOffsetAndMetadata()
                .get()
                .get(lane(lane));
        return Objects.requireNonNull(offset, "nothing is committed of lane " + lane)
                .offset();
    }

    void deleteRecordsBelow(int lane, long offset) throws Exception {
        admin.deleteRecords(Map.of(lane(lane), RecordsToDelete.beforeOffset(offset)))
                .all()
                .get();
    }

    /// Takes away what the writers have committed; their group must have no members.
    void deleteWritersOffsets() throws Exception {
        admin.deleteConsumerGroups(List.of(writers)).all().get();
    }

    /// Says for the writers that everything is written; their group must have no members.
    void setWritersOffsetsToTheEnd() throws Exception {
        List<Long> ends = ends();
        admin.alterConsumerGroupOffsets(
                        writers,
                        IntStream.range(0, lanes)
                                .boxed()
                                .collect(Collectors.toMap(this::lane, lane -> new OffsetAndMetadata(ends.get(lane)))))
                .all()
                .get();
    }

    void addPartition() throws Exception {
        admin.createPartitions(Map.of(name, NewPartitions.increaseTo(lanes + 1)))
                .all()
                .get();
    }

    void delete() throws Exception {
        admin.deleteTopics(List.of(name)).all().get();
    }

    void makeAnew() throws Exception {
        delete();
        makeAgain();
    }

    /// Makes one of that name after it was deleted.
    void makeAgain() {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> {
                    admin.createTopics(List.of(new NewTopic(name, lanes, (short) 1)))
                            .all()
                            .get();
                    return true;
                });
    }

    /// The broker that leads a lane, by its node id; -1 for none.
    int leader(int lane) throws Exception {
        return partition(lane).leader() == null ? -1 : partition(lane).leader().id();
    }

    /// How many brokers have all of a lane.
    int inSync(int lane) throws Exception {
        return partition(lane).isr().size();
    }

    private TopicPartitionInfo partition(int lane) throws Exception {
        return Objects.requireNonNull(admin.describeTopics(List.of(name))
                        .allTopicNames()
                        .get()
                        .get(name))
                .partitions()
                .get(lane);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
