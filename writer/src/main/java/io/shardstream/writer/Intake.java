package io.shardstream.writer;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/// Reads records into their lanes, and pauses a lane that holds its share of the memory until it has fallen
/// to half of it. While all lanes together hold more than they may, one that holds nothing is let in after
/// the other, since what fills the memory may be stuck. Kafka is polled all the same: a group takes a
/// consumer that does not poll for dead.
///
/// A poll brings few records, since documents may be large; so several polls make one reading.
final class Intake {
    private static final int RECORDS_PER_READING = 500;

    /// How often the lanes are looked at while the memory fills: more often than that would cost more than it keeps.
    private static final int LOOKS_A_FILL = 16;

    /// How long what one lane has brought beyond the memory keeps others out.
    private static final long WAIT_FOR_GUESTS = Duration.ofSeconds(10).toNanos();

    private final Consumer<byte[], byte[]> consumer;
    private final String docsTopic;
    private final RunOrigin origin;
    private final VersionMode versions;
    private final long maxBytes;
    private final OpenOffsets openOffsets;
    private final LongSupplier nanoTime;
    private final Set<Integer> paused = new HashSet<>();
    /// Lanes that have brought something while the memory was full, and still hold it.
    private final Set<Lane> guests = new HashSet<>();
    private long guestsSince;
    private boolean wasFull;

    /// @param origin of the run whose documents these are
    /// @param maxBytes bytes that all lanes together may hold; a quarter of it and two polls may go beyond
    ///     it, and while lanes do not get rid of what they hold once more as much
    /// @param openOffsets offsets that lanes may have beside that, however small their records are
    Intake(
            Consumer<byte[], byte[]> consumer,
            String docsTopic,
            RunOrigin origin,
            VersionMode versions,
            long maxBytes,
            OpenOffsets openOffsets,
            LongSupplier nanoTime) {
        this.origin = origin;
        this.versions = versions;
        this.consumer = consumer;
        this.docsTopic = docsTopic;
        this.maxBytes = maxBytes;
        this.openOffsets = openOffsets;
        this.nanoTime = nanoTime;
    }

    /// Takes in what has been fetched; joining the group, heartbeats and commits go on inside.
    ///
    /// @return how many records
    /// @throws BlockedException if a log was cut and written anew below what comes next, or holds what this run
    ///     did not write
    /// @throws NewerFormatException if a later version wrote a record in a format of its own
    int read(LaneAssignment assignment) {
        int read = 0;
        long unseen = 0;
        while (read < RECORDS_PER_READING) {
            ConsumerRecords<byte[], byte[]> records = poll(assignment);
            paused.removeIf(partition -> assignment.lane(partition) == null);
            if (records.isEmpty()) {
                break;
            }
            unseen += keep(records, assignment);
            if (unseen >= maxBytes / LOOKS_A_FILL) {
                pauseAndResume(assignment);
                unseen = 0;
            }
            read += records.count();
        }
        pauseAndResume(assignment);
        return read;
    }

    /// @return bytes that the lanes hold more than before
    private long keep(ConsumerRecords<byte[], byte[]> records, LaneAssignment assignment) {
        long now = nanoTime.getAsLong();
        long kept = 0;
        for (TopicPartition partition : records.partitions()) {
            Lane lane = assignment.lane(partition.partition());
            if (lane != null) {
                long before = lane.heldBytes();
                for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                    lane.add(record.offset(), record.leaderEpoch(), documentOf(record), now);
                }
                kept += lane.heldBytes() - before;
            }
        }
        return kept;
    }

    /// A lane that does not have what comes next may have been written and shortened by whoever has it now, while
    /// this writer was frozen: that is for the assignment to find out.
    private ConsumerRecords<byte[], byte[]> poll(LaneAssignment assignment) {
        try {
            return consumer.poll(Duration.ZERO);
        } catch (LogTruncationException e) {
            TopicPartition lane = e.partitions().iterator().next();
            throw new BlockedException(
                    DataLoss.sentence(lane, e.offsetOutOfRangePartitions().getOrDefault(lane, -1L)));
        } catch (OffsetOutOfRangeException e) {
            assignment.placeAgain(e.offsetOutOfRangePartitions());
            return ConsumerRecords.empty();
        } catch (NoOffsetForPartitionException e) {
            throw new IllegalStateException("a lane has no position: " + e.partitions(), e);
        }
    }

    /// A process that is started again would meet the same record.
    private DocRecord documentOf(ConsumerRecord<byte[], byte[]> record) {
        try {
            return readableDocumentOf(record);
        } catch (NewerFormatException e) {
            throw e;
        } catch (UnknownRecordException e) {
            throw new BlockedException("The docs topic holds what this run has not written: " + e.getMessage()
                    + ". Find out who else writes to this topic; then " + WatchedTopic.READ_AGAIN);
        }
    }

    private DocRecord readableDocumentOf(ConsumerRecord<byte[], byte[]> record) {
        DocRecord document = DocRecord.from(record, origin);
        // With CREATE no version is sent, and an earlier version of this software has repaired with those of
        // the source.
        if (versions != VersionMode.SEQNO) {
            return document;
        }
        try {
            VersionWord.of(document.version());
        } catch (IllegalArgumentException e) {
            throw new UnknownRecordException("record at offset " + record.offset() + " of " + record.topic() + "-"
                    + record.partition() + " is " + e.getMessage() + ", so no run wrote it");
        }
        return document;
    }

    private void pauseAndResume(LaneAssignment assignment) {
        List<Lane> lanes = assignment.lanes();
        long share = maxBytes / Math.max(1, lanes.size());
        long mostOpen = openOffsets.each(lanes);
        long held = held(lanes);
        boolean full = held >= maxBytes;
        if (!full) {
            guests.clear();
        }
        boolean isShut = full && !mayLetIn(lanes, held);
        List<TopicPartition> toPause = new ArrayList<>();
        List<TopicPartition> toResume = new ArrayList<>();
        for (Lane lane : lanes) {
            if (isShut || (full && lane.heldBytes() > 0) || isFull(lane, share, mostOpen)) {
                if (paused.add(lane.partition())) {
                    toPause.add(new TopicPartition(docsTopic, lane.partition()));
                }
            } else if (hasRoom(lane, share, mostOpen) && paused.remove(lane.partition())) {
                toResume.add(new TopicPartition(docsTopic, lane.partition()));
            }
        }
        wasFull = full;
        consumer.pause(toPause);
        consumer.resume(toResume);
    }

    /// Whether lanes that hold nothing may go on although the memory is full: what fills it may be stuck. But
    /// if all of them brought a large document, it would be full many times over.
    private boolean mayLetIn(List<Lane> lanes, long held) {
        long now = nanoTime.getAsLong();
        guests.removeIf(lane -> lane.isClosed() || lane.heldBytes() == 0);
        if (wasFull) {
            for (Lane lane : lanes) {
                if (lane.heldBytes() > 0 && !paused.contains(lane.partition()) && guests.add(lane)) {
                    guestsSince = now;
                }
            }
        }
        boolean areStuck = now - guestsSince >= WAIT_FOR_GUESTS && held < 2 * maxBytes;
        return guests.isEmpty() || areStuck || held < maxBytes + maxBytes / 4;
    }

    private static long held(List<Lane> lanes) {
        long held = 0;
        for (Lane lane : lanes) {
            held += lane.heldBytes();
        }
        return held;
    }

    private static boolean isFull(Lane lane, long share, long mostOpen) {
        return lane.heldBytes() >= share || lane.openSpan() >= mostOpen;
    }

    private static boolean hasRoom(Lane lane, long share, long mostOpen) {
        return lane.heldBytes() <= share / 2 && lane.openSpan() <= mostOpen / 2;
    }
}
