package io.shardstream.control.state;

import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.kafka.ReadToEnd;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The documents in the rejects topic, followed as they come. One that was rejected again, in the same state
/// or a newer one, lies there again, and counts once; one that the target took when it was published again
/// counts no more. Where Kafka has lost some of them the topic is read again from its start, and how many are
/// gone is counted: those of its start are known to everybody, those of its end to whoever had read them.
final class RejectsTail {
    private static final Logger LOG = LoggerFactory.getLogger(RejectsTail.class);

    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final RejectOrder order;
    private final long most;
    private final boolean countsOnly;
    private NotedRejects states;
    private long records;
    private long lostStart;
    private long lostEnd;

    /// @param consumer used by nobody else
    /// @param order of the run's versions
    /// @param most records that are read; what lies beyond counts by records
    /// @param countsOnly whether nothing is kept but what is needed to count: then [#upToNow()] is not for this one
    RejectsTail(
            Consumer<byte[], byte[]> consumer,
            List<TopicPartition> partitions,
            RejectOrder order,
            long most,
            boolean countsOnly) {
        this.consumer = consumer;
        this.partitions = partitions;
        this.order = order;
        this.most = most;
        this.countsOnly = countsOnly;
        this.states = none();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    private NotedRejects none() {
        return countsOnly ? NotedRejects.countsOnly(order) : NotedRejects.whole(order);
    }

    /// How many documents are open.
    ///
    /// @param underReplay those that were published again and have no outcome of that yet
    /// @param older states that were rejected before a newer one of their document
    /// @param lost records of the topic that Kafka does not have any more; nobody ever takes one away
    record Count(long open, long underReplay, long older, long lost) {}

    /// Reads to what is the end now, and counts.
    ///
    /// @param committed by lane, the offset below which every record has its outcome; read before this
    /// @throws io.shardstream.common.contract.record.UnknownRecordException if another version wrote a reject
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or gives nothing for a minute
    Count count(List<Long> committed) {
        long unread = readOn();
        return new Count(
                states.open(committed) + unread, states.underReplay(committed), states.older(), lostStart + lostEnd);
    }

    /// Reads to what is the end now.
    ///
    /// @return all that was read; the same object each time, unless Kafka has lost some of it since
    /// @throws IllegalStateException if more lies there than is read, or this one only counts
    /// @throws io.shardstream.common.contract.record.UnknownRecordException if another version wrote a reject
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or gives nothing for a minute
    NotedRejects upToNow() {
        if (countsOnly) {
            throw new IllegalStateException("the rejects topic is only counted here");
        }
        if (readOn() > 0) {
            throw new IllegalStateException("only " + most + " records of the rejects topic are read here");
        }
        return states;
    }

    /// @return how many records are left unread
    private long readOn() {
        long start = consumer.beginningOffsets(partitions).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        if (start > lostStart) {
            lostStart = start;
            // Whoever begins now does not know them either, and all have to say the same.
            beginAgain("it has lost its start");
        }
        try {
            return readFurther();
        } catch (OffsetOutOfRangeException e) {
            lostEnd += lostAtEnd(e);
            beginAgain(e.getMessage());
            return readFurther();
        }
    }

    /// After an election of a replica that had fallen behind, or a disk that was put back: what lay there is
    /// not rejected once more, as the lanes have gone on.
    ///
    /// @return how many offsets of what was read are no more, or are another record's by now; 0 where the
    ///     start is lost
    private long lostAtEnd(OffsetOutOfRangeException found) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, OffsetAndMetadata> parted =
                found instanceof LogTruncationException cut ? cut.divergentOffsets() : Map.of();
        return found.offsetOutOfRangePartitions().entrySet().stream()
                .mapToLong(read -> {
                    OffsetAndMetadata from = parted.get(read.getKey());
                    long end = ends.getOrDefault(read.getKey(), 0L);
                    return Math.max(0, read.getValue() - (from == null ? end : Math.min(from.offset(), end)));
                })
                .sum();
    }

    private void beginAgain(@Nullable String why) {
        if (records > 0) {
            LOG.warn("The rejects topic is read again from its start: {}", why);
        }
        states = none();
        records = 0;
        consumer.seekToBeginning(partitions);
    }

    private long readFurther() {
        return ReadToEnd.read(consumer, partitions, this::keep, () -> records >= most);
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka) {
        records++;
        states.add(RejectRecord.from(kafka), kafka.partition());
    }
}
