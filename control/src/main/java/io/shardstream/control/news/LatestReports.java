package io.shardstream.control.news;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.topic.RunTopics;
import java.time.Instant;
import java.util.OptionalLong;
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
    public static OptionalLong behind(KafkaConnection kafka, RunTopics topics, Instant now) {
        try (NewsTail tail = NewsTail.of(kafka, topics)) {
            tail.pollToEnd();
            return Members.behind(tail.reports(now));
        } catch (KafkaException e) {
            LOG.debug("How far the run is behind its source is not known", e);
            return OptionalLong.empty();
        }
    }
}
