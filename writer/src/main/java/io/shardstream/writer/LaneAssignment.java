package io.shardstream.writer;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/// The lanes that the group has given to this writer, each from its committed offset or, if there is
/// none, from the log's beginning. A log that begins above has lost records of which nothing says that they
/// were written, unless the control topic does: the controller notes there what it is about to take away. So
/// where the group has lost its offsets, or they were set back, a lane begins where its log does.
///
/// A lane whose next record is not there any more begins anew. What the group has committed tells then whether
/// records were lost, or whether this writer slept while others wrote them and the log was trimmed behind them.
final class LaneAssignment implements ConsumerRebalanceListener {
    /// As long as the loop stands still for one question.
    private static final Duration ASK = Duration.ofSeconds(2);
    private static final long LONGEST_REST = Duration.ofSeconds(10).toNanos();

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final ControlTopicTail control;
    private final FoldedLog log;
    private final Consumer<Collection<Lane>> beforeRevoke;
    private final Consumer<Lane> afterClose;
    private final Map<Integer, Lane> lanes = new TreeMap<>();
    private final Set<TopicPartition> unplaced = new LinkedHashSet<>();
    private List<Lane> all = List.of();
    private final LongSupplier nanoTime;
    /// Questions without answer since the last one with an answer.
    private int unanswered;
    private long nextQuestion;
    /// Of lanes that are to be placed again, the offset that was missing.
    private final Map<TopicPartition, Long> missing = new HashMap<>();
    /// Lanes that begin above what is known to be written, while the control topic may still say that it is.
    private final Map<TopicPartition, Gap> gaps = new HashMap<>();

    /// What is no longer in a log.
    ///
    /// @param from the first offset that is not known to be written
    /// @param beginning of the log
    /// @param noted the end of the control topic after the log had begun there
    private record Gap(long from, long beginning, long noted) {}

    /// @param beforeRevoke finishes and commits what it can of lanes that are taken away
    /// @param afterClose forgets what is kept of a lane that this writer has no longer
    LaneAssignment(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            ControlTopicTail control,
            FoldedLog log,
            LongSupplier nanoTime,
            Consumer<Collection<Lane>> beforeRevoke,
            Consumer<Lane> afterClose) {
        this.consumer = consumer;
        this.control = control;
        this.log = log;
        this.nanoTime = nanoTime;
        this.beforeRevoke = beforeRevoke;
        this.afterClose = afterClose;
    }

    /// All lanes, in a list that does not change: the same one as long as they are the same.
    List<Lane> lanes() {
        return all;
    }

    @Nullable
    Lane lane(int partition) {
        return lanes.get(partition);
    }

    /// Asks nothing of Kafka yet: that may take long, and must not fail inside of a rebalance. Until
    /// [#place()] has found where a lane begins, it is paused, so the position that it is given here is
    /// never read from.
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> consumer.seek(partition, 0));
        consumer.pause(partitions);
        // They come before those of which Kafka does not tell, and need no rest from those.
        List<TopicPartition> untold = List.copyOf(unplaced);
        unplaced.clear();
        unplaced.addAll(partitions);
        unplaced.addAll(untold);
        nextQuestion = nanoTime.getAsLong();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        beforeRevoke.accept(partitions.stream()
                .map(partition -> lanes.get(partition.partition()))
                .filter(lane -> lane != null)
                .toList());
        onPartitionsLost(partitions);
    }

    /// Somebody else has them already: nothing may be committed.
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            unplaced.remove(partition);
            missing.remove(partition);
            gaps.remove(partition);
            Lane lane = lanes.remove(partition.partition());
            if (lane != null) {
                close(lane);
            }
        }
        all = List.copyOf(lanes.values());
    }

    /// Lets go of all lanes.
    void closeAll() {
        lanes.values().forEach(this::close);
        lanes.clear();
        all = List.of();
        unplaced.clear();
        missing.clear();
        gaps.clear();
    }

    private void close(Lane lane) {
        lane.close();
        afterClose.accept(lane);
    }

    /// Gives up what it knows of lanes that do not have what comes next: [#place()] finds out what that means.
    ///
    /// @param positions the offset of each that was to be read
    void placeAgain(Map<TopicPartition, Long> positions) {
        consumer.pause(positions.keySet());
        onPartitionsLost(positions.keySet());
        missing.putAll(positions);
        unplaced.addAll(positions.keySet());
    }

    /// Finds where newly assigned lanes begin: of all at once, but after a question that had no answer of one after the
    /// other and more and more rarely, so that a lane without leader does not hold up others.
    ///
    /// @return how many were placed
    /// @throws BlockedException if a lane's log no longer has what was not yet written
    int place() {
        judgeGaps();
        Set<TopicPartition> wanted = new LinkedHashSet<>(unplaced);
        wanted.removeAll(gaps.keySet());
        if (wanted.isEmpty() || (unanswered > 0 && nanoTime.getAsLong() - nextQuestion < 0)) {
            return 0;
        }
        Set<TopicPartition> asked = unanswered > 0 ? Set.of(wanted.iterator().next()) : wanted;
        Map<TopicPartition, OffsetAndMetadata> committed;
        Map<TopicPartition, Long> beginnings;
        try {
            // In this order: a log is never trimmed above what is committed at the time.
            beginnings = consumer.beginningOffsets(asked, ASK);
            committed = consumer.committed(asked, ASK);
            noteGaps(asked, committed, beginnings);
        } catch (RetriableException e) {
            log.warn("place", "Kafka does not say where lanes begin, it is asked again: " + e.getMessage());
            noAnswer(asked);
            return 0;
        }
        judgeGaps();
        asked = new LinkedHashSet<>(asked);
        asked.removeAll(gaps.keySet());
        for (TopicPartition partition : asked) {
            OffsetAndMetadata written = byWriter(partition, committed.get(partition));
            long first = firstOf(partition, written, beginnings.getOrDefault(partition, 0L));
            consumer.seek(partition, new OffsetAndMetadata(first, epochOf(written, first), ""));
            lanes.put(partition.partition(), new Lane(partition.partition(), first));
        }
        unplaced.removeAll(asked);
        all = List.copyOf(lanes.values());
        missing.keySet().removeAll(asked);
        consumer.resume(asked);
        // What is left is asked one by one, but without a rest now.
        nextQuestion = nanoTime.getAsLong();
        unanswered = unplaced.isEmpty() ? 0 : 1;
        return asked.size();
    }

    /// The controller notes what it takes away before it does: what the control topic says once it has been
    /// read to what is its end now holds for where the logs begin.
    private void noteGaps(
            Set<TopicPartition> asked,
            Map<TopicPartition, OffsetAndMetadata> committed,
            Map<TopicPartition, Long> beginnings) {
        Map<TopicPartition, Gap> found = new HashMap<>();
        for (TopicPartition partition : asked) {
            long written = WrittenOffset.read(committed.get(partition));
            long beginning = beginnings.getOrDefault(partition, 0L);
            if (written < beginning && trimmed(partition) < beginning) {
                found.put(partition, new Gap(written, beginning, 0));
            }
        }
        if (!found.isEmpty()) {
            long noted = control.endNow(ASK);
            found.replaceAll((_, gap) -> new Gap(gap.from(), gap.beginning(), noted));
            gaps.putAll(found);
        }
    }

    private void judgeGaps() {
        gaps.entrySet()
                .removeIf(entry -> trimmed(entry.getKey()) >= entry.getValue().beginning());
        gaps.forEach((lane, gap) -> {
            if (control.holds(gap.noted())) {
                throw new BlockedException(DataLoss.sentence(lane, gap.from(), gap.beginning()));
            }
        });
    }

    private long trimmed(TopicPartition lane) {
        ControlRecords said = control.latest();
        return said.plan()
                .map(plan -> said.trimmedBelow(plan.docsTopicId(), lane.partition()))
                .orElse(0L);
    }

    private void noAnswer(Set<TopicPartition> asked) {
        unanswered++;
        long rest = Math.min(LONGEST_REST, ASK.toNanos() * unanswered);
        nextQuestion = nanoTime.getAsLong() + rest;
        unplaced.removeAll(asked);
        unplaced.addAll(asked);
    }

    /// What was committed, if a writer did that.
    private @Nullable OffsetAndMetadata byWriter(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
        if (committed != null && !WrittenOffset.isOfWriter(committed)) {
            log.warn(
                    "offset " + partition.partition(),
                    About.lane(partition.partition()),
                    "The offset " + committed.offset() + " of lane " + partition.partition()
                            + " was set by somebody else than a writer, so it says nothing of what is written: the"
                            + " lane is written again from its start");
            return null;
        }
        return committed;
    }

    /// Lets the broker tell whether the log was cut below the offset and written anew.
    private static Optional<Integer> epochOf(@Nullable OffsetAndMetadata committed, long first) {
        return committed == null || committed.offset() != first ? Optional.empty() : committed.leaderEpoch();
    }

    private long firstOf(TopicPartition partition, @Nullable OffsetAndMetadata committed, long beginning) {
        // What lies below the beginning was trimmed, or there would be a gap.
        long first = Math.max(committed == null ? 0 : committed.offset(), beginning);
        long wanted = missing.getOrDefault(partition, -1L);
        if (wanted >= beginning) {
            throw new BlockedException(DataLoss.sentence(partition, wanted));
        }
        return first;
    }
}
