package io.shardstream.control.state.lanes;

import java.util.List;

/// The starts of a run's lanes, which can be taken away. All calls block, and throw
/// [org.apache.kafka.common.KafkaException] if Kafka cannot be asked.
public interface LaneStarts {
    /// By lane, the offset below which every record has its outcome; 0 where it is not certain that the lane
    /// still holds the records that were written, as after an unclean election, and where it was not wanted.
    ///
    /// @param wanted of each lane that is wanted Kafka is asked whether it is whole, one lane after the other
    List<Long> written(Wanted wanted);

    /// Says of which lanes something is wanted.
    @FunctionalInterface
    interface Wanted {
        /// Asked once about each lane, in their order.
        ///
        /// @param written the offset below which every record has its outcome
        boolean is(int lane, long written);
    }

    /// Has Kafka begin segments of the lanes often enough that little stays of what is taken away, since it
    /// frees whole segments only.
    void shortenSegments();

    /// Has segments of the lanes as long as the brokers want them again, where they were shortened: a broker
    /// keeps files and mapped memory for each, and has many of them where nothing is taken away.
    void lengthenSegments();

    /// Takes away what lies below, by lane; nothing where that is 0. What is there already keeps its offset.
    void deleteBelow(List<Long> offsets);
}
