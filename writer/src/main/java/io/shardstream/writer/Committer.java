package io.shardstream.writer;

import io.shardstream.common.kafka.WrittenOffset;
import io.shardstream.common.record.Outcome;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.ledger.Ledger;
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
final class Committer {
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    private static final long QUIET = Duration.ofMillis(100).toNanos();

    private final Consumer<byte[], byte[]> consumer;
    private final String docsTopic;
    private final Ledger ledger;
    private final FoldedLog log;
    private final LongSupplier nanoTime;
    private long lastNanos;
    private long quietSince;
    private Step step = Step.RESTING;
    private int unacknowledged;
    private final Set<Lane> reporting = new HashSet<>();
    private @Nullable RuntimeException failure;

    private enum Step {
        RESTING,
        REPORTING,
        COMMITTING
    }

    Committer(
            Consumer<byte[], byte[]> consumer, String docsTopic, Ledger ledger, FoldedLog log, LongSupplier nanoTime) {
        this.consumer = consumer;
        this.docsTopic = docsTopic;
        this.ledger = ledger;
        this.log = log;
        this.nanoTime = nanoTime;
        this.lastNanos = nanoTime.getAsLong();
        this.quietSince = lastNanos;
    }

    /// Takes the next step of a commit that is under way, or begins one when it is time.
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
        return switch (step) {
            case RESTING -> isDue(lanes, now) ? begin(lanes, now) : 0;
            case REPORTING -> unacknowledged == 0 ? commit(lanes) : 0;
            case COMMITTING -> 0;
        };
    }

    private boolean isDue(Collection<Lane> lanes, long now) {
        return now - lastNanos >= EVERY
                || (now - quietSince >= QUIET && lanes.stream().anyMatch(Lane::hasUnreported));
    }

    private int begin(Collection<Lane> lanes, long now) {
        lastNanos = now;
        report(lanes);
        step = Step.REPORTING;
        return unacknowledged > 0 ? unacknowledged : commit(lanes);
    }

    /// Whether outcomes of these or other lanes wait for their acknowledgement.
    boolean isReporting() {
        return unacknowledged > 0;
    }

    /// Tells the outcomes topic what became of everything below the first record of each lane without
    /// outcome. A lane whose last report is not acknowledged is left out: reports may be acknowledged in any
    /// order, and the later of two would let an offset be committed that the earlier has not told yet.
    void report(Collection<Lane> lanes) {
        for (Lane lane : lanes) {
            if (reporting.contains(lane)) {
                continue;
            }
            List<Outcome> outcomes = lane.takeOutcomes();
            if (!outcomes.isEmpty()) {
                reporting.add(lane);
            }
            long finished = lane.finished();
            Unreported unreported = new Unreported(lane, finished, outcomes.size());
            unacknowledged += outcomes.size();
            outcomes.forEach(outcome -> ledger.outcome(outcome, () -> {
                unacknowledged--;
                unreported.acknowledged();
            }));
        }
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
        Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted(lanes);
        if (offsets.isEmpty()) {
            step = Step.RESTING;
            return 0;
        }
        List<Lane> committers = List.copyOf(lanes);
        step = Step.COMMITTING;
        consumer.commitAsync(offsets, (ignored, problem) -> {
            step = Step.RESTING;
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
            }
        }
    }
}
