package io.shardstream.simulation.scaling;

import io.shardstream.common.group.PinnedAssignor;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.simulation.kafka.PartialConsumer;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// One writer's consumer: a member that divides by the real assignor, over lanes that never end. Partitions
/// are given up cooperatively; what was fetched is always there.
final class GroupMember extends PartialConsumer {
    private static final Duration NETWORK = Duration.ofMillis(1);

    private final SimulatedProcess process;
    private final Kernel kernel;
    private final ClassicGroup group;
    private final ConsumerPartitionAssignor assignor;
    private final LaneRecords lanes;
    private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
    private final Set<TopicPartition> readable = new LinkedHashSet<>();
    private @Nullable ConsumerRebalanceListener listener;
    private @Nullable Given given;
    private boolean mustJoin = true;
    private boolean joining;
    private int generation = -1;
    private long inPoll;

    private record Given(int generation, List<TopicPartition> partitions) {}

    GroupMember(
            SimulatedProcess process,
            ClassicGroup group,
            PinnedGroup membership,
            LaneRecords lanes,
            Duration heartbeats) {
        this.process = process;
        this.kernel = process.kernel();
        this.group = group;
        this.lanes = lanes;
        PinnedAssignor pinned = new PinnedAssignor();
        pinned.configure(Map.of(PinnedAssignor.GROUP, membership));
        this.assignor = pinned;
        kernel.after((long) (kernel.random().nextDouble() * heartbeats.toNanos()), () -> beat(heartbeats));
    }

    String id() {
        return process.toString();
    }

    /// Time of the real machine that was spent in here, in nanoseconds.
    long inPoll() {
        return inPoll;
    }

    /// Lanes that it works with.
    Set<Integer> holds() {
        Set<Integer> all = new HashSet<>();
        positions.keySet().forEach(partition -> all.add(partition.partition()));
        return all;
    }

    private void beat(Duration heartbeats) {
        if (!process.isDead()) {
            mustJoin |= generation >= 0 && group.heard(this);
            kernel.after(heartbeats, () -> beat(heartbeats));
        }
    }

    Map<String, Assignment> divide(Cluster cluster, GroupSubscription subscriptions) {
        return assignor.assign(cluster, subscriptions).groupAssignment();
    }

    void tell(long delay, int divided, List<TopicPartition> partitions) {
        process.deliver(delay, () -> given = new Given(divided, partitions));
    }

    // ---- the group

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener rebalances) {
        listener = rebalances;
    }

    @Override
    public void enforceRebalance(String reason) {
        mustJoin = true;
    }

    private void takePart() {
        Given news = given;
        ConsumerRebalanceListener told = listener;
        if (news != null && told != null) {
            given = null;
            joining = false;
            accept(news, told);
        }
        if (mustJoin && !joining) {
            mustJoin = false;
            joining = true;
            Subscription subscription = new Subscription(
                    List.of(lanes.topic()),
                    assignor.subscriptionUserData(Set.of(lanes.topic())),
                    List.copyOf(positions.keySet()),
                    generation,
                    Optional.empty());
            kernel.after(kernel.around(NETWORK), () -> group.join(this, subscription));
        }
    }

    private void accept(Given news, ConsumerRebalanceListener told) {
        generation = news.generation();
        Set<TopicPartition> assigned = new HashSet<>(news.partitions());
        List<TopicPartition> revoked = positions.keySet().stream()
                .filter(one -> !assigned.contains(one))
                .toList();
        List<TopicPartition> added = news.partitions().stream()
                .filter(one -> !positions.containsKey(one))
                .toList();
        if (!revoked.isEmpty()) {
            told.onPartitionsRevoked(revoked);
            revoked.forEach(positions::remove);
            revoked.forEach(readable::remove);
            mustJoin = true;
        }
        added.forEach(one -> positions.put(one, 0L));
        readable.addAll(added);
        // Nobody but Kafka makes the metadata of a group, and the assignor looks at none.
        assignor.onAssignment(new Assignment(news.partitions()), null);
        told.onPartitionsAssigned(added);
    }

    // ---- records

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        process.check();
        long begun = System.nanoTime();
        takePart();
        ConsumerRecords<byte[], byte[]> records = fetch();
        inPoll += System.nanoTime() - begun;
        return records;
    }

    private ConsumerRecords<byte[], byte[]> fetch() {
        if (readable.isEmpty()) {
            return ConsumerRecords.empty();
        }
        TopicPartition next = readable.iterator().next();
        readable.remove(next);
        readable.add(next);
        long offset = positions.getOrDefault(next, 0L);
        List<ConsumerRecord<byte[], byte[]>> records = lanes.from(next.partition(), offset);
        long after = offset + records.size();
        positions.put(next, after);
        return new ConsumerRecords<>(Map.of(next, records), Map.of(next, new OffsetAndMetadata(after)));
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        readable.removeAll(partitions);
    }

    @Override
    public Set<TopicPartition> paused() {
        Set<TopicPartition> paused = new HashSet<>(positions.keySet());
        paused.removeAll(readable);
        return paused;
    }

    @Override
    public Set<TopicPartition> assignment() {
        return Set.copyOf(positions.keySet());
    }

    @Override
    public long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        throw new UnsupportedOperationException("partitions come from the group");
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> seek(partition, 0));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        throw new UnsupportedOperationException("these lanes have no end");
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        readable.addAll(partitions);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        positions.put(partition, offset);
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        positions.put(partition, offset.offset());
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        Map<TopicPartition, OffsetAndMetadata> wanted = Map.copyOf(offsets);
        kernel.after(kernel.around(NETWORK), () -> {
            commit(wanted);
            process.deliver(kernel.around(NETWORK), () -> {
                if (callback != null) {
                    callback.onComplete(wanted, null);
                }
            });
        });
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        process.travel(NETWORK);
        commit(offsets);
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> group.committed().put(partition, offset.offset()));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        process.travel(NETWORK);
        Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
        partitions.forEach(partition -> {
            Long offset = group.committed().get(partition);
            if (offset != null) {
                found.put(partition, new OffsetAndMetadata(offset));
            }
        });
        return found;
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        process.travel(NETWORK);
        Map<TopicPartition, Long> beginnings = new HashMap<>();
        partitions.forEach(partition -> beginnings.put(partition, 0L));
        return beginnings;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        throw new UnsupportedOperationException("these lanes have no end");
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return OptionalLong.empty();
    }

    @Override
    public void close(CloseOptions options) {
        positions.clear();
    }
}
