package io.shardstream.control.run.cutover;

/// Sees whether anybody controls a run.
@FunctionalInterface
public interface Lookout {
    /// Processes that control the run or stand by to do so. One that was killed counts until its session ends.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    int controllers();
}
