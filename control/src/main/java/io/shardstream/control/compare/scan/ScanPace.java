package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.pace.Holding;
import io.shardstream.common.pace.Pace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Holds what sweeps and comparisons read of one side to the limits that readers or writers there keep too:
/// each of both may do as much as is allowed. Blocks. May be used by many threads.
///
/// A search that waits for ten seconds is made all the same, and none waits while somebody has asked the
/// run's controller for something: it scans itself, and would answer nobody as long as a schedule is closed.
/// For the same reason its sweeps wait for a while in all only ([#mayBegin]); what they take beyond the limit
/// delays the next.
public final class ScanPace {
    /// Holds nothing back.
    public static final ScanPace NONE = new ScanPace(null, () -> ControlRecords.NONE, InstantSource.system(), _ -> {});

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final @Nullable Pace pace;
    private final Supplier<ControlRecords> said;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Set<String> nodes = new HashSet<>();
    private Instant freeFrom = Instant.MAX;

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

    /// One that knows the limits of the run file alone: before there is a control topic that could set others.
    public static ScanPace ofRunFile(Side side, Throttle fromRunFile) {
        return new ScanPace(side, () -> ControlRecords.NONE, fromRunFile, new SteadyClock(), Thread::sleep);
    }

    /// A search of one node.
    @FunctionalInterface
    interface Search {
        Reply make() throws ElasticException;
    }

    /// Whether the limits let a scan begin now. One that does is held back for that long at most, and so is
    /// all that follows until this is asked again.
    synchronized boolean mayBegin(Duration held) {
        Pace of = pace;
        boolean isOpen = of == null || (isOpen(of, "") && nodes.stream().allMatch(node -> isOpen(of, node)));
        if (isOpen) {
            freeFrom = clock.instant().plus(held);
        }
        return isOpen;
    }

    private static boolean isOpen(Pace of, String node) {
        of.holds(List.of(new Holding(node, 1, 1)));
        return of.isOpen(node);
    }

    /// Makes a search when it is its turn.
    ///
    /// @param node its name
    /// @param most bytes of an answer, after which it is given up
    Reply send(String node, long most, Search search) throws ElasticException {
        if (pace == null) {
            return search.make();
        }
        Pace.Turn turn = awaitTurn(pace, node);
        long bytes = 0;
        try {
            Reply reply = search.make();
            bytes = reply.body().length();
            return reply;
        } catch (ElasticException.TooLarge e) {
            bytes = most;
            throw e;
        } finally {
            end(turn, bytes);
        }
    }

    private Pace.Turn awaitTurn(Pace of, String node) {
        Instant latest = clock.instant().plus(LONGEST);
        while (true) {
            // An interrupted search will say so itself.
            boolean waitsNoLonger =
                    !clock.instant().isBefore(latest) || Thread.currentThread().isInterrupted();
            Pace.Turn turn = take(of, node, waitsNoLonger);
            if (turn != null) {
                return turn;
            }
            try {
                sleeper.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// @return null if it has to wait
    private synchronized Pace.@Nullable Turn take(Pace of, String node, boolean waitsNoLonger) {
        nodes.add(node);
        boolean isFree = waitsNoLonger
                || !clock.instant().isBefore(freeFrom)
                || said.get().openRequest().isPresent();
        return isOpen(of, node) || isFree ? of.take(node, 0) : null;
    }

    private synchronized void end(Pace.Turn turn, long bytes) {
        turn.end(bytes);
    }
}
