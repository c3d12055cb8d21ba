package io.shardstream.control.console;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.Behind;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What processes of a run have told last.
///
/// @param behind how many operations of the source are not read yet; empty if nobody has told lately
/// @param at when any of them has told something last, however long ago that is; empty if none has
public record LatestReports(Optional<Behind> behind, Optional<Instant> at) {
    private static final Logger LOG = LoggerFactory.getLogger(LatestReports.class);

    /// Nothing is known where Kafka does not answer.
    ///
    /// @param topics the run's
    public static LatestReports of(KafkaConnection kafka, RunTopics topics, Instant now) {
        try (NewsTail tail = NewsTail.of(kafka, topics)) {
            tail.pollToEnd();
            return new LatestReports(Members.latest(tail.reports(now)), tail.lastReport());
        } catch (KafkaException e) {
            LOG.debug("What processes of the run have told last is not known", e);
            return new LatestReports(Optional.empty(), Optional.empty());
        }
    }
}
