package io.shardstream.reader.publish;

import io.shardstream.common.contract.record.RunTopics;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.Producer;

/// Takes over the checkpoints of source shards.
public final class CheckpointLogs {
    private final IntFunction<Producer<byte[], byte[]>> producers;
    private final CheckpointLog.Partition partition;
    private final RunTopics topics;
    private final IntSupplier runFormat;

    /// @param producers makes a transactional producer for a shard
    /// @param partition reads the partition of a shard to its end, what is committed only
    /// @param runFormat the run's as it is known, asked by any thread each time a checkpoint is written
    public CheckpointLogs(
            IntFunction<Producer<byte[], byte[]>> producers,
            CheckpointLog.Partition partition,
            RunTopics topics,
            IntSupplier runFormat) {
        this.producers = producers;
        this.partition = partition;
        this.topics = topics;
        this.runFormat = runFormat;
    }

    /// Blocks until earlier readers of the shard are fenced and their last checkpoint is read.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    /// @throws io.shardstream.common.contract.record.UnknownRecordException if the checkpoint is of another
    ///     version
    public CheckpointLog takeOver(int shard) {
        return CheckpointLog.takeOver(producers.apply(shard), partition, topics.slices(), shard, runFormat);
    }
}
