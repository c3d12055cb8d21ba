package io.shardstream.control.lanes;

import java.util.List;

/// The starts of a run's lanes, which can be taken away. All calls block, and throw
/// [org.apache.kafka.common.KafkaException] if Kafka cannot be asked.
public interface LaneStarts {
    /// By lane, the offset below which every record has its outcome; 0 where it is not certain that the lane still
    /// holds the records that were written, as after an unclean election.
    List<Long> written();

    /// Takes away what lies below, by lane. What is there already keeps its offset.
    void deleteBelow(List<Long> offsets);
}
