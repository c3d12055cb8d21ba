package io.shardstream.simulation.kafka;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// The log of one partition.
final class PartitionLog {
    private final List<StoredRecord> records = new ArrayList<>();
    private long beginning;
    private int epoch;
    private long unavailableUntil;

    long beginning() {
        return beginning;
    }

    long end() {
        return beginning + records.size();
    }

    int epoch() {
        return epoch;
    }

    /// The last stable offset: nothing from there on may be read by those who read what is committed.
    long stable() {
        for (StoredRecord stored : records) {
            Transaction transaction = stored.transaction();
            if (transaction != null && transaction.isOpen()) {
                return stored.offset();
            }
        }
        return end();
    }

    long append(@Nullable ProducerRecord<byte[], byte[]> message, @Nullable Transaction transaction) {
        records.add(new StoredRecord(end(), epoch, message, transaction));
        return end() - 1;
    }

    StoredRecord at(long offset) {
        return records.get((int) (offset - beginning));
    }

    List<StoredRecord> all() {
        return Collections.unmodifiableList(records);
    }

    /// Another broker leads from now on.
    void nextEpoch() {
        epoch++;
    }

    /// The first offset of which a reader at `offset`, whose last record was of that epoch, cannot know
    /// that it holds what it held before; `offset` itself if all is well.
    long divergence(long offset, int lastEpoch) {
        for (StoredRecord stored : records) {
            if (stored.offset() < offset && stored.epoch() > lastEpoch) {
                return stored.offset();
            }
        }
        return Math.min(offset, end());
    }

    /// A broker that was behind has become the leader: the tail is gone.
    void truncate(long newEnd) {
        while (end() > Math.max(beginning, newEnd)) {
            records.removeLast();
        }
        nextEpoch();
    }

    /// Somebody shortens the log at its begin.
    void deleteBefore(long offset) {
        while (beginning < offset && !records.isEmpty()) {
            records.removeFirst();
            beginning++;
        }
    }

    boolean isAvailable(long now) {
        return now >= unavailableUntil;
    }

    void unavailableUntil(long nanos) {
        unavailableUntil = nanos;
    }
}
