package io.shardstream.control.compare.rejects;

import io.shardstream.control.compare.scan.DocumentKey;
import java.util.Map;
import java.util.Set;

/// Publishes rejected states of documents again, through the lanes and under the versions that they have:
/// what the target holds in a newer state it keeps. Of each document the newest rejected state is published,
/// once.
///
/// What the source has deleted since may come back into the target by this, under the number that it had: the
/// next sweep that looks at its shard takes it away again. Where that could take the place of another
/// document, the source is asked first, and what it has given up is left out.
public interface Republication {
    /// Publishes. When it returns, Kafka has acknowledged every record. Repeating it after any failure does
    /// no harm.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if something that was named cannot be
    ///     published
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    void publish();

    /// How many documents were published and acknowledged.
    long published();

    /// Which documents these are.
    Set<DocumentKey> documents();

    /// Bytes of their ids, routings and sources.
    long bytes();

    /// How many of the chosen documents lie in Kafka without their bytes; to be asked when all are published.
    long withoutBody();

    /// Why documents were not published that could not be treated, or that the source has given up, and how
    /// many for each.
    Map<String, Long> refusals();

    /// Looks how many of the published documents were rejected once more; to be asked when the lanes have
    /// drained.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    long rejectedAgain();
}
