package io.shardstream.control.state;

import io.shardstream.common.record.DocRecord;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// The documents in the rejects topic, followed as they come. One whose record was published or written
/// again lies there again, and counts once.
final class RejectsTail {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_EMPTY_POLLS = 300;

    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final long most;
    private final Set<Long> documents = new HashSet<>();
    private long records;

    /// @param consumer used by nobody else
    /// @param most records that are read; what lies beyond counts by records
    RejectsTail(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions, long most) {
        this.consumer = consumer;
        this.partitions = partitions;
        this.most = most;
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /// Reads to what is the end now, and returns how many documents it knows.
    ///
    /// @throws io.shardstream.common.record.UnknownRecordException if another version wrote a reject
    /// @throws TimeoutException if Kafka gives nothing for long although there must be more
    long count() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        int emptyPolls = 0;
        long unread = unread(ends);
        while (unread > 0 && records < most) {
            ConsumerRecords<byte[], byte[]> more = consumer.poll(POLL);
            more.forEach(this::keep);
            emptyPolls = more.isEmpty() ? emptyPolls + 1 : 0;
            if (emptyPolls > MOST_EMPTY_POLLS) {
                throw new TimeoutException("Kafka gives no more rejects although there are some");
            }
            unread = unread(ends);
        }
        return documents.size() + unread;
    }

    private long unread(Map<TopicPartition, Long> ends) {
        return partitions.stream()
                .mapToLong(one -> Math.max(0, ends.getOrDefault(one, 0L) - consumer.position(one)))
                .sum();
    }

    private void keep(ConsumerRecord<byte[], byte[]> kafka) {
        records++;
        documents.add(StateHash.of(DocRecord.from(kafka)));
    }
}
