package io.shardstream.reader.publish;

import io.shardstream.common.contract.record.Checkpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/// The checkpoints of one source shard, as long as no other reader takes it over. Each call blocks;
/// calls are made one after another, by any thread.
public final class CheckpointLog implements AutoCloseable {
    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final int shard;
    private final IntSupplier runFormat;
    private final @Nullable Checkpoint last;

    private CheckpointLog(
            Producer<byte[], byte[]> producer,
            String topic,
            int shard,
            IntSupplier runFormat,
            @Nullable Checkpoint last) {
        this.producer = producer;
        this.topic = topic;
        this.shard = shard;
        this.runFormat = runFormat;
        this.last = last;
    }

    /// Fences every earlier reader of the shard, and then reads what the last of them left.
    ///
    /// @param producer transactional, with the transactional id of the shard
    /// @param partition reads the shard's partition of the topic to its end
    /// @param runFormat the run's when a checkpoint is written
    static CheckpointLog takeOver(
            Producer<byte[], byte[]> producer, Partition partition, String topic, int shard, IntSupplier runFormat) {
        try {
            producer.initTransactions();
            byte @Nullable [] value = partition.read(shard).get(Checkpoint.key(shard));
            return new CheckpointLog(
                    producer, topic, shard, runFormat, value == null ? null : Checkpoint.decode(value));
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    /// The last value of each key of a partition.
    @FunctionalInterface
    public interface Partition {
        Map<String, byte[]> read(int partition);
    }

    /// The checkpoint at the take-over, null if there was none.
    public @Nullable Checkpoint last() {
        return last;
    }

    /// Writes one, and waits until it can be read.
    ///
    /// @throws FencedException if another reader has taken over since
    /// @throws KafkaException if it could not be written; this log cannot be used any more
    public void commit(Checkpoint checkpoint) throws FencedException {
        byte[] key = Checkpoint.key(shard).getBytes(StandardCharsets.UTF_8);
        byte[] value = checkpoint.encode(runFormat.getAsInt());
        try {
            producer.beginTransaction();
            Future<?> _ = producer.send(new ProducerRecord<>(topic, shard, key, value));
            producer.commitTransaction();
        } catch (KafkaException e) {
            throw fencedOr(e);
        }
    }

    private static KafkaException fencedOr(KafkaException failure) throws FencedException {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                throw new FencedException(cause);
            }
        }
        return failure;
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
