package io.shardstream.common.pace;

import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// When one process may send its next request to a data node: never later than it has to, never more than is allowed.
/// It is asked before a request and never waits, so that whoever asks goes on with all else. What it holds back stays
/// where it is and in its order.
///
/// Limits are those of the control topic, or of the run file where that says nothing, and while production is
/// guarded the rates that its guard has found. Where nobody has asked for a guard, only what its default has
/// found and said lately holds: a process that hears nothing goes on. A limit for a node is divided among
/// processes by the lanes that they hold there, one for all nodes by the lanes that they hold at all: so that
/// all of them together keep it without knowing of each other. A process that has nothing to do leaves its
/// part unused.
///
/// While a cut-over is under way nothing is held back: production cannot write then, and must not wait. Used by one
/// thread.
public final class Pace {
    /// A request may be as large as this, however low the rate.
    private static final long LEAST_REQUEST = 64 << 10;

    private final int lanes;
    private final GuardedRates guarded;
    private final Throttle fromRunFile;
    private final Supplier<ControlRecords> said;
    private final InstantSource clock;
    private final Map<String, Holding> held = new HashMap<>();
    private final Map<String, TokenBucket> buckets = new HashMap<>();
    private final Map<String, Integer> underWay = new HashMap<>();
    private @Nullable TokenBucket all;
    private ControlRecords read = ControlRecords.NONE;
    private Throttle throttle;

    /// @param side on which this process works
    /// @param lanes of all processes together, or source shards
    /// @param fromRunFile the limits until others are set
    /// @param said what the control topic says
    public Pace(Side side, int lanes, Throttle fromRunFile, Supplier<ControlRecords> said, InstantSource clock) {
        this.lanes = lanes;
        this.guarded = new GuardedRates(side);
        this.fromRunFile = fromRunFile;
        this.said = said;
        this.clock = clock;
        this.throttle = fromRunFile;
    }

    /// Tells what this process holds now, one for each node.
    public void holds(List<Holding> now) {
        held.clear();
        now.forEach(one -> held.put(one.node(), one));
    }

    /// Whether a request may be sent to the node now.
    ///
    /// @param node its name; empty for any
    public boolean isOpen(String node) {
        return closedBy(node).isEmpty();
    }

    /// What is in the way of a request to the node now; empty if it may be sent.
    ///
    /// @param node its name; empty for any
    public Optional<Limiter> closedBy(String node) {
        if (isFree()) {
            buckets.clear();
            all = null;
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (!throttle.schedule().isOpen(now)) {
            return Optional.of(Limiter.of(Limiter.Kind.SCHEDULE));
        }
        if (!hasPlace(node)) {
            return Optional.of(new Limiter(Limiter.Kind.THROTTLE, node));
        }
        return bucketsOf(node, now).stream()
                .filter(bucket -> !bucket.isOpen())
                .findFirst()
                .map(closed ->
                        closed == all ? Limiter.of(Limiter.Kind.THROTTLE) : new Limiter(lowestRate(node, now), node));
    }

    private Limiter.Kind lowestRate(String node, Instant now) {
        boolean isGuarded =
                byGuard(node, now).orElse(Long.MAX_VALUE) < throttle.perNode().orElse(Long.MAX_VALUE);
        return isGuarded ? Limiter.Kind.GUARD : Limiter.Kind.THROTTLE;
    }

    /// Takes a turn, which [#isOpen(String)] has allowed.
    ///
    /// @param bytes of documents that are sent, or are expected to come
    public Turn take(String node, long bytes) {
        Turn turn = new Turn(node, bytes, isFree() ? List.of() : bucketsOf(node, clock.instant()));
        underWay.merge(node, 1, Integer::sum);
        return turn;
    }

    /// The most bytes that one request to the node should have, so that it is no burst: what a second allows.
    public long most(String node) {
        if (isFree()) {
            return Long.MAX_VALUE;
        }
        OptionalLong least = LongStream.concat(
                        part(rateOf(node, clock.instant()), shareOf(node)), part(throttle.total(), shareOfAll()))
                .min();
        return Math.max(LEAST_REQUEST, least.orElse(Long.MAX_VALUE));
    }

    private static LongStream part(OptionalLong rate, double share) {
        return rate.stream().map(bytes -> Math.round(bytes * share));
    }

    /// Whether nothing is held back, by the latest that was said.
    private boolean isFree() {
        hear();
        return (throttle.isNone() && !mayBeGuardedByDefault()) || read.isIn(Phase.CUTTING_OVER);
    }

    private void hear() {
        ControlRecords latest = said.get();
        if (latest != read) {
            read = latest;
            throttle = LimitsInForce.of(latest, fromRunFile);
            guarded.hear(latest, clock.instant());
        }
    }

    private boolean hasPlace(String node) {
        if (throttle.requests().isEmpty()) {
            return true;
        }
        // Each process has at least one place: without it its lanes would stand still.
        int places = Math.max(1, (int) (throttle.requests().getAsInt() * shareOf(node)));
        return underWay.getOrDefault(node, 0) < places;
    }

    private List<TokenBucket> bucketsOf(String node, Instant now) {
        List<TokenBucket> both = new ArrayList<>();
        OptionalLong rate = rateOf(node, now);
        if (rate.isPresent()) {
            TokenBucket bucket = buckets.computeIfAbsent(node, _ -> new TokenBucket(now));
            bucket.pass(now, rate.getAsLong() * shareOf(node));
            both.add(bucket);
        } else {
            buckets.remove(node);
        }
        TokenBucket total = throttle.total().isEmpty() ? null : all == null ? new TokenBucket(now) : all;
        all = total;
        if (total != null) {
            total.pass(now, throttle.total().getAsLong() * shareOfAll());
            both.add(total);
        }
        return both;
    }

    /// The limit by hand or that of the guard, whichever is lower.
    private OptionalLong rateOf(String node, Instant now) {
        return LongStream.concat(throttle.perNode().stream(), byGuard(node, now).stream())
                .min();
    }

    private OptionalLong byGuard(String node, Instant now) {
        if (hasEnded()) {
            return OptionalLong.empty();
        }
        return switch (throttle.objective().guard()) {
            case ASKED -> OptionalLong.of(guarded.of(node, now));
            case DEFAULT -> guarded.byDefault(node, now);
            case OFF -> OptionalLong.empty();
        };
    }

    private boolean mayBeGuardedByDefault() {
        return throttle.objective().guard() == Guard.DEFAULT && guarded.hasFindings();
    }

    /// Then nobody measures how production fares any more.
    private boolean hasEnded() {
        return read.phase().filter(now -> now.phase().isEnd()).isPresent();
    }

    private double shareOf(String node) {
        Holding holding = held.get(node);
        return holding == null ? 1.0 / lanes : holding.share();
    }

    private double shareOfAll() {
        return (double) held.values().stream().mapToInt(Holding::lanes).sum() / lanes;
    }

    /// A request that is under way.
    public final class Turn {
        private final String node;
        private final long bytes;
        private final List<TokenBucket> from;

        private Turn(String node, long bytes, List<TokenBucket> from) {
            this.node = node;
            this.bytes = bytes;
            this.from = List.copyOf(from);
            from.forEach(bucket -> bucket.take(bytes));
        }

        /// The request has come back. To be called once.
        public void end() {
            end(bytes);
        }

        /// The same.
        ///
        /// @param moved the bytes that it was in the end
        public void end(long moved) {
            underWay.merge(node, -1, Integer::sum);
            from.forEach(bucket -> bucket.take(moved - bytes));
        }
    }
}
