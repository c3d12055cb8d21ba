package io.shardstream.writer;

import io.shardstream.common.pace.HeldBack;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.pace.Pace;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.limit.BulkLimit;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkComposer;
import io.shardstream.writer.send.NodeCounter;
import io.shardstream.writer.send.RetryQueue;
import io.shardstream.writer.send.SendBackoff;
import io.shardstream.writer.send.WriteCounter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What this writer has under way to one data node and what it has to send it again, so that one slow node slows only
/// itself.
final class NodeTraffic {
    /// How many bulks that wait to be sent again may be halved as they come.
    private static final int FEW_REPEATED = 16;
    /// How many failures have the longest wait for what a node refused: three seconds.
    private static final int SOON = 5;
    /// For how long a refusal counts as what slows the node down.
    private static final long REMEMBERED = Duration.ofSeconds(10).toNanos();

    private final String node;
    private final BulkLimit limit;
    private final Pace pace;
    private final SendBackoff backoff;
    private final RetryQueue retries;
    private final HeldBack held;
    private final NodeCounter counter;
    private boolean newRetries;
    private boolean hasTakenSinceHalving;
    private int underWay;
    private Limiter.Kind lastRefusal = Limiter.Kind.UNDER_WAY;
    private long refusedUntil;

    /// @param node its name, or [LaneNodes#ANY]
    /// @param limit what the node takes
    /// @param pace what it may be sent
    /// @param counted told what is in the way, and what becomes of what is sent
    /// @param nanos now
    NodeTraffic(String node, BulkLimit limit, Pace pace, SendBackoff backoff, WriteCounter counted, long nanos) {
        this.node = node;
        this.limit = limit;
        this.pace = pace;
        this.backoff = backoff;
        this.held = counted.held();
        this.counter = counted.of(node);
        this.retries = new RetryQueue(nanos);
        this.refusedUntil = nanos;
    }

    String node() {
        return node;
    }

    NodeCounter counter() {
        return counter;
    }

    /// Nothing is sent any more.
    void end() {
        counter.limit(0);
    }

    /// Whether nothing is under way or waits to be sent again.
    boolean isIdle() {
        return underWay == 0 && retries.isEmpty();
    }

    /// What waits to be sent again of lanes whose primaries are on another node by now.
    List<Bulk> giveUp(Predicate<Lane> isElsewhere) {
        newRetries = false;
        return retries.takeOut(isElsewhere);
    }

    /// Whether something came to be sent again since [#giveUp].
    boolean hasNewRetries() {
        return newRetries;
    }

    /// Takes over what another node was to be sent again.
    void takeOver(Bulk bulk, long nanos) {
        retries.takeOver(bulk, nanos);
    }

    /// The bulk to be sent now, if any is due, the limit has a place for it and the pace a turn. One that is sent
    /// again takes a turn too: it is as much work for the node.
    ///
    /// @param lanes whose primaries are on this node
    Optional<Bulk> next(Collection<Lane> lanes, BulkComposer composer, long nanos) {
        Optional<Limiter> closed = closedBy(nanos);
        if (closed.isPresent()) {
            if (!retries.isEmpty() || BulkComposer.isAnyWaiting(lanes)) {
                held.by(closed.get());
            }
            return Optional.empty();
        }
        long most = Math.min(limit.bulkBytes(), pace.most(node));
        Optional<Bulk> next = retries.take(nanos).or(() -> composer.next(lanes, most, underWay == 0, nanos));
        if (next.isEmpty() && !retries.isEmpty()) {
            held.by(new Limiter(hasRefused(nanos) ? lastRefusal : Limiter.Kind.REPEATED, node));
        }
        return next;
    }

    private Optional<Limiter> closedBy(long nanos) {
        int places = limit.bulks(nanos);
        counter.limit(places);
        return underWay >= places ? Optional.of(byItself(nanos)) : pace.closedBy(node);
    }

    /// What the node has said of itself lately.
    private Limiter byItself(long nanos) {
        return new Limiter(hasRefused(nanos) ? lastRefusal : Limiter.Kind.UNDER_WAY, node);
    }

    private boolean hasRefused(long nanos) {
        return nanos - refusedUntil < 0;
    }

    /// @return ends when it comes back
    Pace.Turn sent(Bulk bulk) {
        underWay++;
        counter.underWay(underWay);
        bulk.lanes().forEach(Lane::sent);
        return pace.take(node, bulk.bytes());
    }

    void cameBack(Bulk bulk) {
        underWay--;
        counter.underWay(underWay);
        bulk.lanes().forEach(Lane::cameBack);
        if (bulk.failures() > 0) {
            retries.answered(bulk);
        }
    }

    /// Whether a bulk that came back may be sent in halves. It may as long as few wait, or when the node
    /// takes others. Beyond that the smallest one may, which finds out whether it is the size. So a node that
    /// says nothing at all, for however long, makes some thirty bulks of what it was sent and not one of each
    /// document.
    boolean mayHalve(Bulk bulk) {
        boolean may = hasTakenSinceHalving
                || retries.size() < FEW_REPEATED
                || retries.leastRecords() >= bulk.entries().size();
        hasTakenSinceHalving &= !may;
        return may;
    }

    /// The node took all of a bulk.
    void taken(Bulk bulk, long tookMillis, long nanos) {
        hasTakenSinceHalving = true;
        limit.taken(bulk.bytes(), tookMillis, underWay + 1, nanos);
        if (bulk.failures() > 0) {
            retries.hurry(nanos + backoff.nanosBefore(1));
        }
    }

    void refused(Pressure why, long nanos) {
        limit.refused(why, nanos);
        counter.refused(why);
        lastRefusal = switch (why) {
            case OVERLOAD -> Limiter.Kind.OVERLOAD;
            case MEMORY -> Limiter.Kind.MEMORY;
            case BLOCK -> Limiter.Kind.BLOCK;
            case UNANSWERED -> Limiter.Kind.UNANSWERED;
        };
        refusedUntil = nanos + REMEMBERED;
    }

    void tooLarge(Bulk bulk) {
        limit.tooLarge(bulk.bytes());
    }

    /// What was not taken, and nobody knows for how long.
    ///
    /// @param isRefused by a node that answers: the limit and the space between repetitions spare it, and a
    ///     lane whose records waited for half a minute would stand still long after the node has time again
    void sendAgain(Bulk bulk, boolean isRefused, long nanos) {
        newRetries = true;
        int failures = isRefused ? Math.min(bulk.failures(), SOON) : bulk.failures();
        retries.addSpaced(bulk, nanos + backoff.nanosBefore(failures));
    }

    /// Parts of what the node did not understand, which one of them may be to blame for.
    void sendInTurn(Bulk bulk, long nanos) {
        newRetries = true;
        retries.addSpaced(bulk, nanos);
    }

    /// What was refused for what happened at the same moment.
    void sendSoon(Bulk bulk, long nanos) {
        newRetries = true;
        retries.add(bulk, nanos + backoff.nanosBefore(1));
    }

    /// What was not refused for want of anything, but has to be sent in another form.
    void sendNow(Bulk bulk, long nanos) {
        newRetries = true;
        retries.add(bulk, nanos);
    }
}
