package io.shardstream.control.news;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.progress.Behind;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What processes of a run have told in the last half minute, for whoever asks once.
public final class LatestReports {
    private static final Logger LOG = LoggerFactory.getLogger(LatestReports.class);

    private LatestReports() {}

    /// How many operations of the source are not read yet; empty if nobody has told, or Kafka does not answer.
    ///
    /// @param topics the run's
    public static Optional<Behind> behind(KafkaConnection kafka, RunTopics topics, Instant now) {
        try (NewsTail tail = NewsTail.of(kafka, topics)) {
            tail.pollToEnd();
            return Members.latest(tail.reports(now));
        } catch (KafkaException e) {
            LOG.debug("How far the run is behind its source is not known", e);
            return Optional.empty();
        }
    }
}
