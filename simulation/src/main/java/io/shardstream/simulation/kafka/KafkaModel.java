package io.shardstream.simulation.kafka;

import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// One Kafka cluster in memory. Logs survive everything but [#truncate]; what goes wrong is that answers
/// are late or lost, that partitions and coordinators cannot be reached, and that members are thrown out.
public final class KafkaModel {
    static final Duration NETWORK = Duration.ofMillis(3);

    private final Kernel kernel;
    private final Map<TopicPartition, PartitionLog> logs = new TreeMap<>(KafkaModel::compare);
    private final Map<String, ConsumerGroup> groups = new HashMap<>();
    private final Map<String, Coordinator> coordinators = new HashMap<>();
    private double trouble;
    private long coordinatorsUnavailableUntil;

    public KafkaModel(Kernel kernel) {
        this.kernel = kernel;
    }

    private static int compare(TopicPartition one, TopicPartition other) {
        int byTopic = one.topic().compareTo(other.topic());
        return byTopic != 0 ? byTopic : Integer.compare(one.partition(), other.partition());
    }

    Kernel kernel() {
        return kernel;
    }

    public void createTopic(String name, int partitions) {
        for (int i = 0; i < partitions; i++) {
            logs.put(new TopicPartition(name, i), new PartitionLog());
        }
    }

    /// Clients without transactions.
    public Producer<byte[], byte[]> producer(SimulatedProcess process) {
        return new ModelProducer(this, process);
    }

    public Producer<byte[], byte[]> transactionalProducer(SimulatedProcess process, String transactionalId) {
        Coordinator coordinator = coordinators.computeIfAbsent(transactionalId, id -> new Coordinator());
        return new ModelTransactionalProducer(this, process, coordinator);
    }

    /// A member of a group.
    public Consumer<byte[], byte[]> member(SimulatedProcess process, String group, Duration sessionTimeout) {
        return member(process, group, sessionTimeout, Habit.NONE);
    }

    public Consumer<byte[], byte[]> member(
            SimulatedProcess process, String group, Duration sessionTimeout, Habit habit) {
        return new ModelConsumer(this, process, group(group), sessionTimeout, habit);
    }

    /// A consumer without a group that reads what is committed.
    public Consumer<byte[], byte[]> reader(SimulatedProcess process) {
        return new ModelConsumer(this, process, null, Duration.ZERO, Habit.NONE);
    }

    PartitionLog log(TopicPartition partition) {
        PartitionLog log = logs.get(partition);
        if (log == null) {
            throw new IllegalStateException("there is no " + partition);
        }
        return log;
    }

    List<TopicPartition> partitionsOf(String topic) {
        return logs.keySet().stream()
                .filter(partition -> partition.topic().equals(topic))
                .toList();
    }

    ConsumerGroup group(String name) {
        return groups.computeIfAbsent(name, id -> new ConsumerGroup(this, id));
    }

    /// A record is there already.
    public void put(ProducerRecord<byte[], byte[]> message) {
        Integer partition = message.partition();
        log(new TopicPartition(message.topic(), partition == null ? 0 : partition))
                .append(message, null);
    }

    // ---- what goes wrong

    /// How often an answer is lost or a request fails, 0 to 1.
    public void trouble(double probability) {
        trouble = probability;
    }

    /// Whether something goes wrong with a request now.
    boolean isTroubled() {
        return trouble > 0 && kernel.chance(trouble);
    }

    /// Some partitions cannot be reached for a while, and perhaps the coordinators neither.
    public void brokerDown(Duration time) {
        long until = kernel.nanos() + time.toNanos();
        kernel.trace(() -> "a broker is down for " + time.toMillis() + " ms");
        for (PartitionLog log : logs.values()) {
            if (kernel.chance(0.5)) {
                log.unavailableUntil(until);
                log.nextEpoch();
            }
        }
        if (kernel.chance(0.5)) {
            coordinatorsUnavailableUntil = until;
        }
    }

    boolean areCoordinatorsAvailable() {
        return kernel.nanos() >= coordinatorsUnavailableUntil;
    }

    /// Every partition and coordinator can be reached again, and answers.
    public void heal() {
        trouble = 0;
        coordinatorsUnavailableUntil = 0;
        logs.values().forEach(log -> log.unavailableUntil(0));
    }

    /// The partition has lost its tail, as after an unclean election.
    public void truncate(TopicPartition partition, long end) {
        kernel.trace(() -> partition + " is cut at " + end);
        log(partition).truncate(end);
    }

    /// Somebody has taken away what lay below that offset, as `kafka-delete-records` does.
    public void deleteBefore(TopicPartition partition, long offset) {
        kernel.trace(() -> partition + " begins at " + offset);
        log(partition).deleteBefore(offset);
    }

    /// The group has forgotten its offsets.
    public void forgetOffsets(String group) {
        kernel.trace(() -> "group " + group + " has lost its offsets");
        group(group).forget();
    }

    // ---- what an oracle sees

    /// What can be read of a partition.
    public List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition) {
        return records(partition, 0);
    }

    /// The same from an offset on.
    public List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition, long from) {
        PartitionLog log = log(partition);
        List<StoredRecord> all = log.all();
        return all.subList(Math.clamp(from - log.beginning(), 0, all.size()), all.size()).stream()
                .filter(StoredRecord::isReadable)
                .map(stored -> {
                    ProducerRecord<byte[], byte[]> message = stored.message();
                    if (message == null) {
                        throw new IllegalStateException("a marker cannot be read");
                    }
                    return stored.toConsumerRecord(message, partition.partition());
                })
                .toList();
    }

    /// The value of the last record that can be read.
    public Optional<byte[]> lastValue(TopicPartition partition) {
        return log(partition).all().reversed().stream()
                .filter(StoredRecord::isReadable)
                .map(StoredRecord::message)
                .map(message -> message == null ? new byte[0] : message.value())
                .findFirst();
    }

    public long end(TopicPartition partition) {
        return log(partition).end();
    }

    /// What a group has committed for a partition, -1 if nothing.
    public long committed(String group, TopicPartition partition) {
        return group(group).committedOffset(partition);
    }
}
