package io.shardstream.control.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.pace.Holding;
import io.shardstream.common.pace.Pace;
import io.shardstream.common.record.Side;
import io.shardstream.common.record.Throttle;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Holds what sweeps and comparisons read of one side to the limits that readers or writers there keep too: each of
/// both may do as much as is allowed. Blocks. May be used by many threads.
///
/// A search that waits for ten seconds is made all the same, and none waits while somebody has asked the run's
/// controller for something: it scans itself, and would answer nobody as long as a schedule is closed.
public final class ScanPace {
    /// Holds nothing back.
    public static final ScanPace NONE = new ScanPace(null, () -> ControlRecords.NONE, InstantSource.system(), _ -> {});

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final @Nullable Pace pace;
    private final Supplier<ControlRecords> said;
    private final InstantSource clock;
    private final Sleeper sleeper;

    private ScanPace(@Nullable Pace pace, Supplier<ControlRecords> said, InstantSource clock, Sleeper sleeper) {
        this.pace = pace;
        this.said = said;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /// @param said what the control topic says; asked by one thread at a time
    /// @param fromRunFile the limits until others are set
    ScanPace(Side side, Supplier<ControlRecords> said, Throttle fromRunFile, InstantSource clock, Sleeper sleeper) {
        this(new Pace(side, 1, fromRunFile, said, clock), said, clock, sleeper);
    }

    /// A search of one node.
    @FunctionalInterface
    interface Search {
        Reply make() throws ElasticException;
    }

    /// Makes a search when it is its turn.
    ///
    /// @param node its name
    Reply send(String node, Search search) throws ElasticException {
        if (pace == null) {
            return search.make();
        }
        Pace.Turn turn = awaitTurn(pace, node);
        long bytes = 0;
        try {
            Reply reply = search.make();
            bytes = reply.body().length();
            return reply;
        } finally {
            end(turn, bytes);
        }
    }

    private Pace.Turn awaitTurn(Pace of, String node) {
        Instant latest = clock.instant().plus(LONGEST);
        while (mustWait(of, node) && clock.instant().isBefore(latest)) {
            try {
                sleeper.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                // The search will say so.
                Thread.currentThread().interrupt();
                break;
            }
        }
        synchronized (this) {
            return of.take(node, 0);
        }
    }

    private synchronized boolean mustWait(Pace of, String node) {
        of.holds(List.of(new Holding(node, 1, 1)));
        return said.get().openRequest().isEmpty() && !of.isOpen(node);
    }

    private synchronized void end(Pace.Turn turn, long bytes) {
        turn.end(bytes);
    }
}
