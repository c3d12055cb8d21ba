package io.shardstream.writer;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.pace.Pace;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.lane.OutcomeProducer;
import io.shardstream.writer.limit.BulkLimit;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkComposer;
import io.shardstream.writer.send.BulkSender;
import io.shardstream.writer.send.SendBackoff;
import io.shardstream.writer.send.WriteCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sends the lanes' records to their nodes as the limit of each allows, and gives each record its outcome: applied,
/// superseded, stored as a reject, or sent again until it has one of these.
final class Dispatcher {
    private final RunPlan plan;
    private final BulkSender sender;
    private final LaneNodes nodes;
    private final LongFunction<BulkLimit> limits;
    private final Pace pace;
    private final BulkComposer composer;
    private final SendBackoff backoff;
    private final FailedRecords failed;
    private final RecordOutcomes outcomes;
    private final WholeAnswers whole;
    private final Mailbox mailbox;
    private final WriteCounter counter;
    private final FoldedLog log;
    private final LongSupplier nanoTime;
    private final Map<String, NodeTraffic> traffic = new LinkedHashMap<>();
    private final StopPatience patience;
    private PrimaryNodes followed = PrimaryNodes.UNKNOWN;
    private @Nullable RuntimeException failure;

    /// @param nodes which lanes belong to which node
    /// @param limits a new limit for a node, given the moment in nanoseconds
    /// @param pace what may be sent at all
    Dispatcher(
            RunPlan plan,
            BulkSender sender,
            LaneNodes nodes,
            LongFunction<BulkLimit> limits,
            Pace pace,
            BulkComposer composer,
            SendBackoff backoff,
            OutcomeProducer ledger,
            Mailbox mailbox,
            WriteAliasFence fence,
            WriteCounter counter,
            FoldedLog log,
            LongSupplier nanoTime) {
        this.plan = plan;
        this.sender = sender;
        this.nodes = nodes;
        this.limits = limits;
        this.pace = pace;
        this.composer = composer;
        this.backoff = backoff;
        this.failed = new FailedRecords(nanoTime);
        this.outcomes = new RecordOutcomes(ledger, failed, log);
        this.whole = new WholeAnswers(outcomes, failed, log, nanoTime);
        this.mailbox = mailbox;
        this.patience = new StopPatience(fence, counter.refusals(), log);
        this.counter = counter;
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /// Sends what is due.
    ///
    /// @param maySend false while nothing new may be sent
    /// @return how many bulks
    /// @throws BlockedException if an answer said that nothing can be written
    int doWork(List<Lane> lanes, boolean maySend) {
        if (failure != null) {
            throw failure;
        }
        int sent = 0;
        counter.lanes(lanes.size());
        if (!maySend && BulkComposer.isAnyWaiting(lanes)) {
            counter.held().by(Limiter.of(Limiter.Kind.PAUSE));
        }
        if (maySend) {
            Map<String, List<Lane>> lanesOf = nodes.group(lanes, plan.lanes());
            pace.holds(nodes.holdings());
            lanesOf.keySet().forEach(this::trafficTo);
            followPrimaries();
            endIdle(lanesOf.keySet());
            for (NodeTraffic one : traffic.values()) {
                sent += sendTo(one, lanesOf.getOrDefault(one.node(), List.of()));
            }
        }
        return sent;
    }

    /// @param served nodes that have lanes
    private void endIdle(Set<String> served) {
        traffic.values().removeIf(one -> {
            boolean isOver = one.isIdle() && !served.contains(one.node());
            if (isOver) {
                one.end();
            }
            return isOver;
        });
    }

    private NodeTraffic trafficTo(String node) {
        long now = nanoTime.getAsLong();
        return traffic.computeIfAbsent(
                node, _ -> new NodeTraffic(node, limits.apply(now), pace, backoff, counter, now));
    }

    /// What a node was to be sent again goes to where its primary is now: the node may be gone for good, and a limit
    /// for it never open again.
    private void followPrimaries() {
        PrimaryNodes now = nodes.primaries();
        boolean haveMoved = !now.equals(followed);
        followed = now;
        List<Bulk> elsewhere = new ArrayList<>();
        for (NodeTraffic from : traffic.values()) {
            if (haveMoved || from.hasNewRetries()) {
                elsewhere.addAll(from.giveUp(lane -> !nodes.of(lane).equals(from.node())));
            }
        }
        for (Bulk bulk : elsewhere) {
            trafficTo(nodes.of(bulk.entries().getFirst().lane())).takeOver(bulk, nanoTime.getAsLong());
        }
    }

    private int sendTo(NodeTraffic to, List<Lane> lanes) {
        int sent = 0;
        for (Optional<Bulk> next = next(to, lanes); next.isPresent(); next = next(to, lanes)) {
            send(next.get(), to);
            sent++;
        }
        return sent;
    }

    private Optional<Bulk> next(NodeTraffic to, List<Lane> lanes) {
        return to.next(lanes, composer, nanoTime.getAsLong());
    }

    private void send(Bulk bulk, NodeTraffic to) {
        Pace.Turn turn = to.sent(bulk);
        long begun = nanoTime.getAsLong();
        sender.send(
                bulk,
                to.node(),
                answer -> {
                    long took = nanoTime.getAsLong() - begun;
                    mailbox.execute(() -> {
                        turn.end();
                        counter.took(to.node(), took);
                        answered(bulk, to, answer);
                    });
                },
                broken -> mailbox.execute(() -> {
                    turn.end();
                    broke(bulk, to, broken);
                }));
    }

    private void broke(Bulk bulk, NodeTraffic to, Throwable broken) {
        to.cameBack(bulk);
        failure =
                new IllegalStateException("sending a bulk of " + bulk.entries().size() + " records broke", broken);
    }

    private void answered(Bulk bulk, NodeTraffic from, BulkAnswer answer) {
        from.cameBack(bulk);
        switch (answer) {
            case BulkAnswer.Items items -> itemsAnswered(bulk, from, items);
            case BulkAnswer.Again(Pressure pressure, String reason) -> whole.again(bulk, from, pressure, reason);
            case BulkAnswer.Failed failure -> whole.failed(bulk, from, failure);
            case BulkAnswer.TooLarge tooLarge -> whole.tooLarge(bulk, from, tooLarge);
            case BulkAnswer.BadRequest bad -> {
                if (!whole.badRequest(bulk, from, bad)) {
                    stop(StopCause.REQUEST, bad.type());
                }
            }
            case BulkAnswer.Stop(StopCause cause, String reason) -> {
                if (passes(cause, reason, from)) {
                    sendOnceItPassed(bulk, from, cause);
                }
            }
        }
    }

    private void sendOnceItPassed(Bulk bulk, NodeTraffic from, StopCause cause) {
        if (cause == StopCause.NOT_THE_TARGET) {
            whole.answeredInFront(bulk, from);
        } else {
            from.sendAgain(bulk.again(), false, nanoTime.getAsLong());
        }
    }

    private void itemsAnswered(Bulk bulk, NodeTraffic from, BulkAnswer.Items answer) {
        // What cannot be sent at all was answered by nobody.
        if (!answer.node().isEmpty()) {
            whole.understood();
        }
        BulkRest rest = new BulkRest();
        for (int i = 0; i < bulk.entries().size(); i++) {
            Entry entry = bulk.entries().get(i);
            if (!entry.lane().isClosed()) {
                itemAnswered(entry, from, answer.items().get(i), rest);
            }
        }
        rest.failed.forEach(one -> itemFailed(bulk, from, one, rest));
        bulk.lanes().forEach(lane -> lane.served(answer.node(), answer.tookMillis()));
        long now = nanoTime.getAsLong();
        if (rest.isNone()) {
            patience.passed(from.node());
            from.taken(bulk, answer.tookMillis(), now);
        }
        // A shard that does not answer inside of the cluster says nothing about the node that was asked.
        rest.pressures.remove(Pressure.UNANSWERED);
        rest.pressures.forEach(pressure -> from.refused(pressure, now));
        for (Bulk some : Bulk.byLane(rest.again, bulk.failures())) {
            Lane lane = some.entries().getFirst().lane();
            boolean isRefused = rest.refused.contains(lane) && !rest.unanswered.contains(lane);
            boolean isWhole = isRefused && !rest.taken.contains(lane);
            List<Bulk> next = isWhole ? whole.smaller(some, from, rest.pressure()) : List.of(some.again());
            next.forEach(one -> from.sendAgain(one, isRefused, now));
        }
        Bulk.byLane(rest.onceMore, bulk.failures() + 1).forEach(some -> from.sendSoon(some, now));
        rest.alone.forEach(one -> from.sendInTurn(new Bulk(List.of(one), bulk.failures() + 1), now));
        if (!rest.tooLarge.isEmpty()) {
            tooLargeItems(bulk, from, rest.tooLarge);
        }
    }

    private void itemAnswered(Entry entry, NodeTraffic from, ItemAnswer answer, BulkRest rest) {
        switch (answer) {
            case ItemAnswer.Applied() -> taken(entry, from, FinalOutcome.APPLIED, rest);
            case ItemAnswer.Superseded() -> taken(entry, from, FinalOutcome.SUPERSEDED, rest);
            case ItemAnswer.Refused refused -> {
                if (refused.mayPass() && !failed.wasRefused(entry)) {
                    rest.onceMore.add(entry);
                } else {
                    outcomes.reject(entry, from, refused.type(), refused.reason());
                }
            }
            case ItemAnswer.Failed failure -> rest.failed.add(new BulkRest.Failed(entry, failure));
            case ItemAnswer.Stop(StopCause cause, String reason) -> {
                if (passes(cause, reason, from)) {
                    rest.again.add(entry);
                }
            }
            case ItemAnswer.TooLarge(String reason) -> {
                log.warn(
                        "too large",
                        RecordOutcomes.about(entry.lane(), from),
                        "The target finds its share of a bulk too large: " + reason);
                rest.tooLarge.add(entry);
            }
            case ItemAnswer.Again(Pressure pressure, String why) -> {
                int lane = entry.lane().partition();
                log.warn(
                        "again lane " + lane,
                        RecordOutcomes.about(entry.lane(), from),
                        "Records of lane " + lane + " are sent again: " + why);
                rest.pressures.add(pressure);
                (pressure == Pressure.UNANSWERED ? rest.unanswered : rest.refused).add(entry.lane());
                rest.again.add(entry);
            }
        }
    }

    private void taken(Entry entry, NodeTraffic from, FinalOutcome outcome, BulkRest rest) {
        rest.taken.add(entry.lane());
        outcomes.taken(entry, from, outcome);
    }

    /// Looked at after all others: whether it is to blame is seen by what became of these.
    private void itemFailed(Bulk bulk, NodeTraffic from, BulkRest.Failed one, BulkRest rest) {
        Lane lane = one.entry().lane();
        String type = one.answer().type();
        boolean isToBlame = failed.isToBlame(one.entry(), type, rest.taken.contains(lane));
        if (isToBlame && bulk.entries().size() == 1 && failed.isAgainAlone(one.entry())) {
            outcomes.reject(one.entry(), from, type, one.answer().reason());
            return;
        }
        log.warn(
                "failed lane " + lane.partition(),
                RecordOutcomes.about(lane, from),
                "Lane " + lane.partition() + ": the target fails at a document, which is sent again, and rejected if"
                        + " that goes on: 500 " + type);
        (isToBlame ? rest.alone : rest.again).add(one.entry());
    }

    private void tooLargeItems(Bulk bulk, NodeTraffic from, List<Entry> entries) {
        if (bulk.entries().size() == 1) {
            outcomes.reject(
                    entries.getFirst(), from, Reject.TOO_LARGE, "too large for the target even in a bulk of its own");
        } else if (entries.size() == 1) {
            sendNow(new Bulk(entries, bulk.failures() + 1), from);
        } else {
            new Bulk(entries, bulk.failures()).halves().forEach(half -> sendNow(half, from));
        }
    }

    private void sendNow(Bulk bulk, NodeTraffic to) {
        to.sendNow(bulk, nanoTime.getAsLong());
    }

    /// @return whether that may pass by itself, so that what was sent is to be sent again
    private boolean passes(StopCause cause, String serverSaid, NodeTraffic from) {
        boolean passes = patience.isLeft(cause, serverSaid, from.node());
        if (!passes) {
            stop(cause, serverSaid);
        }
        return passes;
    }

    private void stop(StopCause cause, String serverSaid) {
        if (failure == null) {
            failure = new BlockedException(StopSentence.of(plan, cause, serverSaid));
        }
    }
}
