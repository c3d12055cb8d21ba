package io.shardstream.writer;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.lane.OutcomeProducer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/// Commits what is done, about every second, and soon after the loop has nothing more to do, since then somebody may
/// wait for the end: first tells the outcomes topic what became of the offsets, and only when that is acknowledged
/// commits them. An offset is never committed before all records below it have their outcome.
///
/// A lane whose outcomes Kafka does not take holds up no other: a second after they were told, what is acknowledged
/// by then is committed, and is not written again if this writer dies.
final class Committer {
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    private static final long QUIET = Duration.ofMillis(100).toNanos();

    private final Consumer<byte[], byte[]> consumer;
    private final String docsTopic;
    private final OutcomeProducer ledger;
    private final FoldedLog log;
    private final LongSupplier nanoTime;
    private final Set<Lane> reporting = new HashSet<>();
    private long lastNanos;
    private long quietSince;
    private boolean hasNewlyReported;
    private boolean isCommitting;
    private @Nullable RuntimeException failure;

    Committer(
            Consumer<byte[], byte[]> consumer,
            String docsTopic,
            OutcomeProducer ledger,
            FoldedLog log,
            LongSupplier nanoTime) {
        this.consumer = consumer;
        this.docsTopic = docsTopic;
        this.ledger = ledger;
        this.log = log;
        this.nanoTime = nanoTime;
        this.lastNanos = nanoTime.getAsLong();
        this.quietSince = lastNanos;
    }

    /// Takes the next step: tells outcomes when it is time, and commits what was told before.
    ///
    /// @param isQuiet whether the loop had nothing else to do
    /// @return 0 if there was nothing to do
    int doWork(Collection<Lane> lanes, boolean isQuiet) {
        if (failure != null) {
            throw failure;
        }
        long now = nanoTime.getAsLong();
        if (!isQuiet) {
            quietSince = now;
        }
        if (isCommitting) {
            return 0;
        }
        reporting.removeIf(Lane::isClosed);
        boolean isDue = isDue(lanes, now);
        int told = 0;
        if (isDue) {
            lastNanos = now;
            told = report(lanes);
        }
        boolean isAllReported = hasNewlyReported && reporting.isEmpty();
        return told + (isDue || isAllReported ? commit(lanes) : 0);
    }

    private boolean isDue(Collection<Lane> lanes, long now) {
        return now - lastNanos >= EVERY
                || (now - quietSince >= QUIET && lanes.stream().anyMatch(this::hasNews));
    }

    private boolean hasNews(Lane lane) {
        return lane.hasUnreported() && !reporting.contains(lane);
    }

    /// Whether outcomes of one of these lanes wait for their acknowledgement.
    boolean isReporting(Collection<Lane> lanes) {
        return lanes.stream().anyMatch(reporting::contains);
    }

    /// Tells the outcomes topic what became of everything below the first record of each lane without
    /// outcome. A lane whose last report is not acknowledged is left out: reports may be acknowledged in any
    /// order, and the later of two would let an offset be committed that the earlier has not told yet.
    ///
    /// @return how many outcomes
    int report(Collection<Lane> lanes) {
        int told = 0;
        for (Lane lane : lanes) {
            if (reporting.contains(lane)) {
                continue;
            }
            List<Outcome> outcomes = lane.takeOutcomes();
            if (!outcomes.isEmpty()) {
                reporting.add(lane);
            }
            Unreported unreported = new Unreported(lane, lane.finished(), outcomes.size());
            outcomes.forEach(outcome -> ledger.outcome(outcome, unreported::acknowledged));
            told += outcomes.size();
        }
        return told;
    }

    /// Commits what was reported of these lanes, and waits for it at most that long. Failing is
    /// harmless: whoever gets the lanes writes some records again.
    void commitNow(Collection<Lane> lanes, Duration atMost) {
        Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted(lanes);
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, atMost);
            committed(lanes, offsets);
        } catch (KafkaException e) {
            log.warn("commit", "Offsets of lanes that are given back could not be committed: " + e.getMessage());
        }
    }

    private int commit(Collection<Lane> lanes) {
        hasNewlyReported = false;
        Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted(lanes);
        if (offsets.isEmpty()) {
            return 0;
        }
        List<Lane> committers = List.copyOf(lanes);
        isCommitting = true;
        consumer.commitAsync(offsets, (ignored, problem) -> {
            isCommitting = false;
            switch (problem) {
                case null -> committed(committers, offsets);
                case CommitFailedException e -> commitAgain(e);
                case RebalanceInProgressException e -> commitAgain(e);
                case RetriableException e -> commitAgain(e);
                case RuntimeException e -> failure = e;
                default -> failure = new KafkaException(problem);
            }
        });
        return 1;
    }

    private void commitAgain(Exception problem) {
        log.warn("commit", "Offsets are committed again later: " + problem.getMessage());
    }

    private Map<TopicPartition, OffsetAndMetadata> uncommitted(Collection<Lane> lanes) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (Lane lane : lanes) {
            if (lane.hasUncommitted()) {
                long offset = lane.reported();
                offsets.put(
                        new TopicPartition(docsTopic, lane.partition()),
                        WrittenOffset.of(offset, lane.epochBefore(offset)));
            }
        }
        return offsets;
    }

    private void committed(Collection<Lane> lanes, Map<TopicPartition, OffsetAndMetadata> offsets) {
        for (Lane lane : lanes) {
            OffsetAndMetadata offset = offsets.get(new TopicPartition(docsTopic, lane.partition()));
            if (offset != null) {
                lane.committed(offset.offset());
            }
        }
    }

    /// Outcomes of one lane of which some are not acknowledged yet.
    private final class Unreported {
        private final Lane lane;
        private final long upTo;
        private int missing;

        Unreported(Lane lane, long upTo, int missing) {
            this.lane = lane;
            this.upTo = upTo;
            this.missing = missing;
        }

        void acknowledged() {
            missing--;
            if (missing == 0) {
                reporting.remove(lane);
                lane.reported(upTo);
                hasNewlyReported = true;
            }
        }
    }
}
