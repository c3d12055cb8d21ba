package io.shardstream.simulation.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// How a consumer reads logs.
///
/// @param readsAll whether records of open transactions are read too
record LogReading(Habit habit, boolean readsAll) {
    /// Where a partition is read next.
    ///
    /// @param offset to be read next
    /// @param epoch of the record before it, -1 where that is not known
    record Position(long offset, int epoch) {}

    /// @param next where reading goes on
    record Fetched(List<ConsumerRecord<byte[], byte[]>> records, Position next) {}

    long endOf(PartitionLog log) {
        return readsAll ? log.end() : log.stable();
    }

    /// At most so many records from there on.
    ///
    /// @throws OffsetOutOfRangeException if the log does not hold that position any more, or never did
    Fetched fetch(TopicPartition partition, PartitionLog log, Position from, int most) {
        long divergence = from.epoch() < 0 ? from.offset() : log.divergence(from.offset(), from.epoch());
        if (from.offset() < log.beginning() || from.offset() > log.end() || divergence < from.offset()) {
            if (resets()) {
                return new Fetched(List.of(), new Position(resetOf(log), -1));
            }
            throw new OffsetOutOfRangeException(Map.of(partition, from.offset()));
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        long offset = from.offset();
        int epoch = from.epoch();
        while (offset < endOf(log) && records.size() < most) {
            StoredRecord stored = log.at(offset);
            ProducerRecord<byte[], byte[]> message = stored.message();
            if (message != null && stored.isReadable()) {
                records.add(stored.toConsumerRecord(message, partition.partition()));
            }
            epoch = habit == Habit.FORGETS_EPOCHS ? -1 : stored.epoch();
            offset++;
        }
        return new Fetched(records, new Position(offset, epoch));
    }

    boolean resets() {
        return habit == Habit.RESETS_TO_THE_START || habit == Habit.RESETS_TO_THE_END;
    }

    long resetOf(PartitionLog log) {
        return habit == Habit.RESETS_TO_THE_START ? log.beginning() : log.end();
    }
}
