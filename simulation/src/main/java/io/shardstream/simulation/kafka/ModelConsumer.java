package io.shardstream.simulation.kafka;

import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A consumer with `auto.offset.reset=none`: a member of a group, or one that is assigned its partitions
/// and reads what is committed.
final class ModelConsumer extends PartialConsumer {
    private static final int MOST_RECORDS = 5;
    private static final Duration RETRY = Duration.ofMillis(100);

    private final KafkaModel kafka;
    private final SimulatedProcess process;
    private final Kernel kernel;
    private final @Nullable ConsumerGroup group;
    private final Duration sessionTimeout;
    private final Habit habit;
    private final LogReading reading;
    private final Map<TopicPartition, LogReading.Position> positions = new LinkedHashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private final Deque<Runnable> completedCommits = new ArrayDeque<>();
    private @Nullable ConsumerRebalanceListener listener;
    private List<TopicPartition> subscribed = List.of();
    private boolean joined;
    private long heardAt;
    private boolean closed;

    ModelConsumer(
            KafkaModel kafka,
            SimulatedProcess process,
            @Nullable ConsumerGroup group,
            Duration sessionTimeout,
            Habit habit) {
        this.kafka = kafka;
        this.process = process;
        this.kernel = kafka.kernel();
        this.group = group;
        this.sessionTimeout = sessionTimeout;
        this.habit = habit;
        this.reading = new LogReading(habit, group != null);
    }

    @Override
    public String toString() {
        return process.toString();
    }

    boolean isSilent() {
        return process.silentNanosSince(heardAt) > sessionTimeout.toNanos();
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener rebalances) {
        listener = rebalances;
        subscribed = topics.stream()
                .flatMap(topic -> kafka.partitionsOf(topic).stream())
                .toList();
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        positions.clear();
        partitions.forEach(partition -> positions.put(partition, new LogReading.Position(0, -1)));
    }

    @Override
    public Set<TopicPartition> assignment() {
        return Set.copyOf(positions.keySet());
    }

    @Override
    public Set<TopicPartition> paused() {
        return Set.copyOf(paused);
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        partitions.forEach(this::requireAssigned);
        paused.addAll(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        partitions.forEach(this::requireAssigned);
        paused.removeAll(partitions);
    }

    private void requireAssigned(TopicPartition partition) {
        if (!positions.containsKey(partition)) {
            throw new IllegalStateException("No current assignment for partition " + partition);
        }
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        requireAssigned(partition);
        positions.put(partition, new LogReading.Position(offset, -1));
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        requireAssigned(partition);
        int epoch = habit == Habit.FORGETS_EPOCHS ? -1 : offset.leaderEpoch().orElse(-1);
        positions.put(partition, new LogReading.Position(offset.offset(), epoch));
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> seek(partition, kafka.log(partition).beginning()));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> seek(partition, endOf(partition)));
    }

    @Override
    public long position(TopicPartition partition) {
        requireAssigned(partition);
        LogReading.Position position = positions.get(partition);
        return position == null ? 0 : position.offset();
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return OptionalLong.of(endOf(partition) - position(partition));
    }

    private long endOf(TopicPartition partition) {
        return reading.endOf(kafka.log(partition));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        process.check();
        if (closed) {
            throw new IllegalStateException("This consumer has already been closed.");
        }
        takePart();
        while (!completedCommits.isEmpty()) {
            completedCommits.remove().run();
        }
        commitByHabit();
        ConsumerRecords<byte[], byte[]> records = fetch();
        if (records.isEmpty() && timeout.isPositive()) {
            process.pause(Math.min(timeout.toNanos(), kernel.around(KafkaModel.NETWORK)));
            return fetch();
        }
        return records;
    }

    private void commitByHabit() {
        if (habit == Habit.COMMITS_WHAT_WAS_POLLED && !positions.isEmpty()) {
            Map<TopicPartition, OffsetAndMetadata> offsets = new LinkedHashMap<>();
            positions.forEach(
                    (partition, position) -> offsets.put(partition, new OffsetAndMetadata(position.offset())));
            commit(offsets);
        }
    }

    private ConsumerRecords<byte[], byte[]> fetch() {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> fetched = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new LinkedHashMap<>();
        int room = MOST_RECORDS;
        for (TopicPartition partition : List.copyOf(positions.keySet())) {
            PartitionLog log = kafka.log(partition);
            if (!paused.contains(partition) && log.isAvailable(kernel.nanos()) && room > 0) {
                List<ConsumerRecord<byte[], byte[]>> some = fetch(partition, log, room);
                room -= some.size();
                if (!some.isEmpty()) {
                    fetched.put(partition, some);
                    next.put(partition, new OffsetAndMetadata(position(partition)));
                }
            }
        }
        return new ConsumerRecords<>(fetched, next);
    }

    private List<ConsumerRecord<byte[], byte[]>> fetch(TopicPartition partition, PartitionLog log, int most) {
        LogReading.Position position = positions.get(partition);
        if (position == null) {
            return List.of();
        }
        LogReading.Fetched fetched = reading.fetch(partition, log, position, most);
        positions.put(partition, fetched.next());
        return fetched.records();
    }

    // ---- the group

    private void takePart() {
        ConsumerGroup ours = group;
        ConsumerRebalanceListener told = listener;
        if (ours == null || told == null || !isCoordinatorInReach()) {
            return;
        }
        ours.expire();
        heardAt = kernel.nanos();
        if (!ours.has(this)) {
            if (joined) {
                List<TopicPartition> lost = List.copyOf(positions.keySet());
                kernel.trace(() -> process + " has lost " + lost);
                forget(lost);
                told.onPartitionsLost(lost);
            }
            joined = true;
            ours.join(this, subscribed);
        }
        revoke(ours, told);
        gain(ours, told);
    }

    private void revoke(ConsumerGroup ours, ConsumerRebalanceListener told) {
        List<TopicPartition> revoked = positions.keySet().stream()
                .filter(partition -> !ours.targetOf(this).contains(partition.partition()))
                .toList();
        if (!revoked.isEmpty()) {
            kernel.trace(() -> process + " gives up " + revoked);
            told.onPartitionsRevoked(revoked);
            forget(revoked);
            revoked.forEach(partition -> ours.release(partition, this));
        }
    }

    private void gain(ConsumerGroup ours, ConsumerRebalanceListener told) {
        if (!ours.has(this)) {
            return;
        }
        List<TopicPartition> gained = subscribed.stream()
                .filter(partition -> ours.targetOf(this).contains(partition.partition())
                        && !positions.containsKey(partition)
                        && ours.isFree(partition))
                .toList();
        if (!gained.isEmpty()) {
            kernel.trace(() -> process + " gets " + gained);
            for (TopicPartition partition : gained) {
                ours.take(partition, this);
                positions.put(partition, new LogReading.Position(0, -1));
            }
            told.onPartitionsAssigned(gained);
        }
    }

    private void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(positions::remove);
        paused.removeAll(partitions);
    }

    private boolean isCoordinatorInReach() {
        return kafka.areCoordinatorsAvailable() && !process.isCutOff();
    }

    private ConsumerGroup ofGroup() {
        ConsumerGroup ours = group;
        if (ours == null) {
            throw new IllegalStateException("this consumer has no group");
        }
        return ours;
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        Map<TopicPartition, OffsetAndMetadata> wanted = Map.copyOf(offsets);
        kernel.after(kernel.around(KafkaModel.NETWORK), () -> {
            Exception problem = commit(wanted);
            process.deliver(
                    kernel.around(KafkaModel.NETWORK),
                    () -> completedCommits.add(() -> {
                        if (callback != null) {
                            callback.onComplete(wanted, problem);
                        }
                    }));
        });
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        process.travel(KafkaModel.NETWORK);
        RuntimeException problem = commit(offsets);
        process.travel(KafkaModel.NETWORK);
        if (problem != null) {
            throw problem;
        }
    }

    private @Nullable RuntimeException commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        ConsumerGroup ours = ofGroup();
        if (!isCoordinatorInReach()) {
            return new TimeoutException("the coordinator does not answer");
        }
        ours.expire();
        if (!ours.has(this)) {
            return new CommitFailedException();
        }
        if (kafka.isTroubled()) {
            return new RebalanceInProgressException("the group is rebalancing");
        }
        kernel.trace(() -> process + " commits " + offsets);
        ours.commit(offsets);
        return kafka.isTroubled() ? new TimeoutException("the answer was lost") : null;
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        ask();
        Map<TopicPartition, OffsetAndMetadata> found = new LinkedHashMap<>();
        for (TopicPartition partition : new ArrayList<>(partitions)) {
            Optional<OffsetAndMetadata> offset = ofGroup().committed(partition);
            if (offset.isEmpty() && habit == Habit.BEGINS_AT_THE_END) {
                offset = Optional.of(WrittenOffset.of(kafka.log(partition).end(), Optional.empty()));
            }
            offset.ifPresent(one -> found.put(partition, asItGoesOn(partition, one)));
        }
        return found;
    }

    private OffsetAndMetadata asItGoesOn(TopicPartition partition, OffsetAndMetadata committed) {
        PartitionLog log = kafka.log(partition);
        boolean isGone = committed.offset() < log.beginning() || committed.offset() > log.end();
        return isGone && reading.resets() ? WrittenOffset.of(reading.resetOf(log), Optional.empty()) : committed;
    }

    private void ask() {
        process.travel(KafkaModel.NETWORK);
        if (!isCoordinatorInReach() || kafka.isTroubled()) {
            process.travel(RETRY);
            throw new TimeoutException("Kafka does not answer");
        }
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        ask();
        Map<TopicPartition, Long> found = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            found.put(partition, kafka.log(partition).beginning());
        }
        return found;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        ask();
        Map<TopicPartition, Long> found = new LinkedHashMap<>();
        partitions.forEach(partition -> found.put(partition, endOf(partition)));
        return found;
    }

    @Override
    public void close(CloseOptions options) {
        if (closed || process.isDead()) {
            return;
        }
        closed = true;
        ConsumerGroup ours = group;
        ConsumerRebalanceListener told = listener;
        if (ours != null && told != null) {
            List<TopicPartition> held = List.copyOf(positions.keySet());
            if (!held.isEmpty()) {
                told.onPartitionsRevoked(held);
            }
            ours.leave(this);
        }
    }
}
