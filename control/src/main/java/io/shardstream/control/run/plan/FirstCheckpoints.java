package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;

/// Writes checkpoints for readers to begin by, before there is a plan and so a reader. They are there to be
/// read when the plan is written: a reader that found none would begin in the first lineage.
///
/// Of two processes that adopt the same target for one run, the one that begins later fences the other: its
/// readers may be at work when the first one comes to write.
public final class FirstCheckpoints implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(1);
    private static final int TRANSACTION_MILLIS = 15_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final Producer<byte[], byte[]> producer;

    private FirstCheckpoints(KafkaConnection kafka, RunTopics topics, Producer<byte[], byte[]> producer) {
        this.kafka = kafka;
        this.topics = topics;
        this.producer = producer;
    }

    /// Fences every earlier one of the run.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka does not let it
    public static FirstCheckpoints begin(KafkaConnection kafka, RunTopics topics) {
        Producer<byte[], byte[]> producer = kafka.producer(
                "shardstream-control",
                Map.of(
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        topics.control() + ".adopted",
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        TRANSACTION_MILLIS));
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return new FirstCheckpoints(kafka, topics, producer);
    }

    /// Writes all of them, in place of those of an earlier attempt. When it returns they can be read.
    ///
    /// @param checkpoints by source shard
    /// @throws org.apache.kafka.common.KafkaException if they cannot be written or read
    /// @throws org.apache.kafka.common.errors.ProducerFencedException if another process has begun since
    public void write(List<Checkpoint> checkpoints) {
        producer.beginTransaction();
        for (int shard = 0; shard < checkpoints.size(); shard++) {
            byte[] key = Checkpoint.key(shard).getBytes(StandardCharsets.UTF_8);
            // A transaction fails as a whole: commitTransaction tells what a send could not do.
            var _ = producer.send(new ProducerRecord<>(
                    topics.slices(), shard, key, checkpoints.get(shard).encode(RunFormat.FIRST)));
        }
        producer.commitTransaction();
        for (int shard = 0; shard < checkpoints.size(); shard++) {
            await(kafka, topics, shard, checkpoints.get(shard).encode(RunFormat.FIRST));
        }
    }

    /// What is committed can be read a moment later.
    private static void await(KafkaConnection kafka, RunTopics topics, int shard, byte[] written) {
        long last = System.nanoTime() + PATIENCE.toNanos();
        while (!Arrays.equals(
                written, CompactedPartition.read(kafka, topics.slices(), shard).get(Checkpoint.key(shard)))) {
            if (System.nanoTime() - last > 0) {
                throw new TimeoutException("The checkpoints that were written to topic " + topics.slices()
                        + " cannot be read after a minute");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    @Override
    public void close() {
        producer.close(CLOSING);
    }
}
