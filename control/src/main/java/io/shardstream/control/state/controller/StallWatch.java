package io.shardstream.control.state.controller;

import io.shardstream.common.kafka.ControlRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Notices that the thread which controls the run does not come round any more while production cannot write:
/// it waits for something that sets no limit of its own, such as the start of a program on a file system that
/// hangs, or a producer whose thread has died. Whoever comes round uses the control topic, many times a second,
/// also while it waits for a request to a server, which another thread sends.
final class StallWatch {
    /// Much more than anything takes for which Kafka's clients have a limit.
    private static final Duration FOR_A_STEP = Duration.ofMinutes(2);
    /// Whoever looks does so more often. A longer time in between is one in which the whole process stood
    /// still, the thread that is watched too.
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Rescue rescue;
    private final Duration limit;
    private final AtomicLong rounds = new AtomicLong();
    private volatile boolean isBlocking;
    private volatile Instant due = Instant.MAX;
    private long seen = -1;
    private Instant lookedAt = Instant.MAX;
    private Duration still = Duration.ZERO;

    /// @param rescue says whether production is blocked
    /// @param longestCall of what a cut-over calls and waits for, without coming round
    StallWatch(Rescue rescue, Duration longestCall) {
        this.rescue = rescue;
        this.limit = longestCall.plus(FOR_A_STEP);
    }

    /// A thread begins to control the run, by this journal.
    Journal watched(Journal journal) {
        isBlocking = false;
        return new WatchedJournal(journal);
    }

    /// For how long a thread that blocks production may not come round.
    Duration limit() {
        return limit;
    }

    /// When what is blocked was to be given back at the latest; empty if nothing is. Asked by any thread.
    Optional<Instant> due() {
        return isBlocking ? Optional.of(due) : Optional.empty();
    }

    /// Called again and again by another thread than the one that controls the run, always the same.
    ///
    /// @return whether that one is behind its limit
    boolean isStalled(Instant now) {
        long latest = rounds.get();
        boolean goesOn = latest != seen || !isBlocking;
        Duration since = now.isAfter(lookedAt) ? Duration.between(lookedAt, now) : Duration.ZERO;
        still = goesOn ? Duration.ZERO : still.plus(since.compareTo(BETWEEN_LOOKS) < 0 ? since : BETWEEN_LOOKS);
        seen = latest;
        lookedAt = now;
        return still.compareTo(limit) > 0;
    }

    private void comesRound() {
        Optional<Instant> latest = rescue.due();
        due = latest.orElse(Instant.MAX);
        isBlocking = latest.isPresent();
        rounds.incrementAndGet();
    }

    /// Each use of it is a sign that its thread goes on.
    private final class WatchedJournal extends ForwardingJournal {
        private WatchedJournal(Journal journal) {
            super(journal);
        }

        @Override
        public long write(Map<String, byte @Nullable []> records) {
            comesRound();
            return super.write(records);
        }

        @Override
        public ControlRecords latest() {
            comesRound();
            return super.latest();
        }

        @Override
        public List<byte @Nullable []> values(String key, long from, long before) {
            comesRound();
            return super.values(key, from, before);
        }

        @Override
        public void close() {
            isBlocking = false;
            super.close();
        }
    }
}
