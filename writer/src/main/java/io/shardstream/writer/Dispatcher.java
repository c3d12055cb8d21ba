package io.shardstream.writer;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.record.Reject;
import io.shardstream.common.record.RunPlan;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.lane.Terminal;
import io.shardstream.writer.ledger.Ledger;
import io.shardstream.writer.send.Backoff;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkComposer;
import io.shardstream.writer.send.BulkLimit;
import io.shardstream.writer.send.BulkSender;
import io.shardstream.writer.send.RetryQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sends the lanes' records as the limit allows, and gives each record its outcome: applied,
/// superseded, stored as a reject, or sent again until it has one of these.
final class Dispatcher {
    /// How often a bulk is sent again before it is believed that the user may not write: a node whose
    /// security index is not there yet, or a key that is being replaced, refuses for seconds.
    private static final int CREDENTIALS_TRIES = 5;

    private final RunPlan plan;
    private final BulkSender sender;
    private final BulkLimit limit;
    private final BulkComposer composer;
    private final Backoff backoff;
    private final Ledger ledger;
    private final Mailbox mailbox;
    private final ProgressCounter progress;
    private final FoldedLog log;
    private final LongSupplier nanoTime;
    private final RetryQueue retries;
    private final Fence fence;
    private int underWay;
    private boolean wasUnderstood;
    private @Nullable RuntimeException failure;

    Dispatcher(
            RunPlan plan,
            BulkSender sender,
            BulkLimit limit,
            BulkComposer composer,
            Backoff backoff,
            Ledger ledger,
            Mailbox mailbox,
            Fence fence,
            ProgressCounter progress,
            FoldedLog log,
            LongSupplier nanoTime) {
        this.plan = plan;
        this.sender = sender;
        this.limit = limit;
        this.composer = composer;
        this.backoff = backoff;
        this.ledger = ledger;
        this.mailbox = mailbox;
        this.fence = fence;
        this.progress = progress;
        this.log = log;
        this.nanoTime = nanoTime;
        this.retries = new RetryQueue(nanoTime.getAsLong());
    }

    /// Sends what is due.
    ///
    /// @param maySend false while nothing new may be sent
    /// @return how many bulks
    /// @throws BlockedException if an answer said that nothing can be written
    int doWork(Collection<Lane> lanes, boolean maySend) {
        if (failure != null) {
            throw failure;
        }
        int sent = 0;
        while (maySend && underWay < limit.bulks()) {
            long now = nanoTime.getAsLong();
            Optional<Bulk> next =
                    retries.take(now).or(() -> composer.next(lanes, limit.bulkBytes(), underWay == 0, now));
            if (next.isEmpty()) {
                break;
            }
            send(next.get());
            sent++;
        }
        return sent;
    }

    private void send(Bulk bulk) {
        underWay++;
        bulk.lanes().forEach(Lane::sent);
        sender.send(
                bulk,
                answer -> mailbox.execute(() -> answered(bulk, answer)),
                broken -> mailbox.execute(() -> broke(bulk, broken)));
    }

    private void cameBack(Bulk bulk) {
        underWay--;
        bulk.lanes().forEach(Lane::cameBack);
        if (bulk.attempt() > 0) {
            retries.answered(bulk);
        }
    }

    private void broke(Bulk bulk, Throwable broken) {
        cameBack(bulk);
        failure =
                new IllegalStateException("sending a bulk of " + bulk.entries().size() + " records broke", broken);
    }

    private void answered(Bulk bulk, BulkAnswer answer) {
        cameBack(bulk);
        switch (answer) {
            case BulkAnswer.Items items -> itemsAnswered(bulk, items);
            case BulkAnswer.Again again -> {
                limit.overloaded();
                log.warn("again", "A bulk is sent again: " + again.reason());
                sendAgain(bulk.again());
            }
            case BulkAnswer.TooLarge tooLarge -> tooLarge(bulk, tooLarge.reason());
            case BulkAnswer.BadRequest bad -> badRequest(bulk, bad);
            case BulkAnswer.Stop stop -> {
                if (passes(bulk, stop.cause(), stop.reason())) {
                    sendAgain(bulk.again());
                }
            }
        }
    }

    private void itemsAnswered(Bulk bulk, BulkAnswer.Items answer) {
        wasUnderstood = true;
        List<Entry> again = new ArrayList<>();
        List<Entry> tooLarge = new ArrayList<>();
        for (int i = 0; i < bulk.entries().size(); i++) {
            Entry entry = bulk.entries().get(i);
            if (entry.lane().isClosed()) {
                continue;
            }
            switch (answer.items().get(i)) {
                case ItemAnswer.Applied() -> finish(entry, Terminal.APPLIED);
                case ItemAnswer.Superseded() -> finish(entry, Terminal.SUPERSEDED);
                case ItemAnswer.Refused(String type, String reason) -> reject(entry, type, reason);
                case ItemAnswer.Stop(StopCause cause, String reason) -> {
                    if (passes(bulk, cause, reason)) {
                        again.add(entry);
                    }
                }
                case ItemAnswer.TooLarge(String reason) -> {
                    log.warn("too large", "The target finds its share of a bulk too large: " + reason);
                    tooLarge.add(entry);
                }
                case ItemAnswer.Again(String why) -> {
                    log.warn(
                            "again " + entry.lane().partition(),
                            "Records of lane " + entry.lane().partition() + " are sent again: " + why);
                    again.add(entry);
                }
            }
        }
        bulk.lanes().forEach(lane -> lane.served(answer.node(), answer.tookMillis()));
        if (again.isEmpty() && tooLarge.isEmpty()) {
            fence.passed();
            limit.taken(bulk.bytes(), answer.tookMillis());
            if (bulk.attempt() > 0) {
                retries.hurry(nanoTime.getAsLong() + backoff.nanosBefore(1));
            }
        }
        if (!again.isEmpty()) {
            limit.overloaded();
            Bulk.byLane(again, bulk.attempt() + 1).forEach(this::sendAgain);
        }
        if (!tooLarge.isEmpty()) {
            tooLargeItems(bulk, tooLarge);
        }
    }

    private void finish(Entry entry, Terminal outcome) {
        entry.lane().finish(entry, outcome);
        progress.count(outcome, entry.sourceBytes());
    }

    private void reject(Entry entry, String type, String reason) {
        Lane lane = entry.lane();
        if (lane.isClosed()) {
            return;
        }
        log.warn("reject " + type, "Lane " + lane.partition() + ": a document is rejected: " + type);
        lane.sent();
        ledger.reject(lane.partition(), new Reject(entry.document(), type, reason, entry.offset()), () -> {
            lane.cameBack();
            if (!lane.isClosed()) {
                finish(entry, Terminal.REJECTED);
            }
        });
    }

    private void tooLargeItems(Bulk bulk, List<Entry> entries) {
        if (bulk.entries().size() == 1) {
            reject(entries.getFirst(), Reject.TOO_LARGE, "too large for the target even in a bulk of its own");
        } else if (entries.size() == 1) {
            sendNow(new Bulk(entries, bulk.attempt() + 1));
        } else {
            new Bulk(entries, bulk.attempt()).halves().forEach(this::sendNow);
        }
    }

    private void tooLarge(Bulk bulk, String reason) {
        if (bulk.entries().size() == 1) {
            reject(bulk.entries().getFirst(), Reject.TOO_LARGE, reason);
            return;
        }
        limit.tooLarge(bulk.bytes());
        log.warn("too large", "A bulk of " + bulk.bytes() + " bytes is too large for the target: " + reason);
        bulk.halves().forEach(this::sendNow);
    }

    /// The request as a whole was not understood. If others were, it is because of a document in it.
    private void badRequest(Bulk bulk, BulkAnswer.BadRequest bad) {
        if (bulk.entries().size() > 1) {
            log.warn("bad request", "A bulk is not understood and sent again in halves: " + bad.type());
            bulk.halves().forEach(this::sendNow);
        } else if (wasUnderstood) {
            reject(bulk.entries().getFirst(), bad.type(), bad.reason());
        } else {
            stop(StopCause.REQUEST, bad.type());
        }
    }

    private void sendNow(Bulk bulk) {
        retries.add(bulk, nanoTime.getAsLong());
    }

    private void sendAgain(Bulk bulk) {
        retries.add(bulk, nanoTime.getAsLong() + backoff.nanosBefore(bulk.attempt()));
    }

    /// @return whether that may pass by itself, so that what was sent is to be sent again
    private boolean passes(Bulk bulk, StopCause cause, String serverSaid) {
        if (cause == StopCause.CREDENTIALS && bulk.attempt() < CREDENTIALS_TRIES) {
            log.warn("credentials", "The target refuses this user for now: " + serverSaid);
            return true;
        }
        if (cause == StopCause.NO_TARGET && fence.mayPass()) {
            log.warn("fence", "The target has no write alias at the moment: " + serverSaid);
            return true;
        }
        stop(cause, serverSaid);
        return false;
    }

    private void stop(StopCause cause, String serverSaid) {
        if (failure == null) {
            failure = new BlockedException(StopSentence.of(plan, cause, serverSaid));
        }
    }
}
