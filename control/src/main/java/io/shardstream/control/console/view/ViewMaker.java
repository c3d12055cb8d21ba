package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.control.console.ledger.LedgerSums;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Makes views out of successive states of one run. Used by one thread.
public final class ViewMaker {
    /// Places of the counters that come before those of shards and lanes.
    private static final int DOCS_READ = 0;

    private static final int BYTES_READ = 1;
    private static final int DOCS_WRITTEN = 2;
    private static final int BYTES_WRITTEN = 3;
    private static final int OPERATIONS_READ = 4;
    private static final int TOTALS = 5;

    private final String run;
    private final BacklogLimit maxBacklog;
    private final Throttle fromRunFile;
    private final InstantSource clock;
    private final RateHistory history;

    /// @param maxBacklog bytes that may wait in Kafka before readers wait
    /// @param fromRunFile how fast the run may work, as the run file says
    /// @param clock the time of day
    /// @param nanoTime a clock such as `System::nanoTime`
    public ViewMaker(
            String run, BacklogLimit maxBacklog, Throttle fromRunFile, InstantSource clock, LongSupplier nanoTime) {
        this.run = run;
        this.maxBacklog = maxBacklog;
        this.fromRunFile = fromRunFile;
        this.clock = clock;
        this.history = new RateHistory(nanoTime);
    }

    /// Takes the state as that of now.
    ///
    /// @param progress of the same state
    /// @param said what the control topic says
    /// @param observed what else is known
    public RunView next(RunState state, Progress progress, ControlRecords said, Observed observed) {
        history.add(counts(state, progress));
        List<ShardView> shards = shards(state, progress, primaries(said, Side.SOURCE));
        List<LaneView> lanes = lanes(state, primaries(said, Side.TARGET), observed.ledger());
        Instant now = clock.instant();
        RunView view = new RunView(
                run,
                now,
                state.plan().sourceIndex(),
                state.plan().targetIndex(),
                Standings.of(said, fromRunFile, now, observed),
                progress.percent(),
                progress.goalDocs(),
                flow(progress.read(), progress.bytesRead(), DOCS_READ, BYTES_READ),
                waiting(lanes),
                maxBacklog.now(OptionalDouble.of(history.of(BYTES_WRITTEN).minute())),
                flow(progress.written(), progress.bytesWritten(), DOCS_WRITTEN, BYTES_WRITTEN),
                progress.rejected(),
                progress.lostRejects(),
                observed.ledger().map(LedgerSums::rejectsByType).orElse(Collections.emptySortedMap()),
                progress.lag().isPresent() ? progress.lag() : observed.behind(),
                timeLeft(progress, shards, lanes),
                Bottleneck.NONE,
                observed.ledger().map(LedgerSums::total),
                shards,
                lanes,
                nodes(lanes, observed.loads()),
                observed.members(),
                observed.events());
        return view.with(Bottlenecks.of(view, state.goalIsRead(), history.of(OPERATIONS_READ)));
    }

    private static long[] counts(RunState state, Progress progress) {
        RunPlan plan = state.plan();
        long operations =
                IntStream.range(0, plan.sourceShards()).mapToLong(state::done).sum();
        List<Long> counts = new ArrayList<>(List.of(
                progress.read(), progress.bytesRead(), progress.written(), progress.bytesWritten(), operations));
        IntStream.range(0, plan.sourceShards())
                .forEach(shard ->
                        counts.add(Optional.ofNullable(state.checkpoints().get(shard))
                                .map(one -> one.docs())
                                .orElse(0L)));
        counts.addAll(state.committed());
        return counts.stream().mapToLong(Long::longValue).toArray();
    }

    private Flow flow(long docs, long bytes, int countOfDocs, int countOfBytes) {
        return new Flow(docs, bytes, history.of(countOfDocs), history.of(countOfBytes));
    }

    private static PrimaryNodes primaries(ControlRecords said, Side side) {
        return said.of(PrimaryNodes.key(side), PrimaryNodes::decode).orElse(PrimaryNodes.UNKNOWN);
    }

    private List<ShardView> shards(RunState state, Progress progress, PrimaryNodes primaries) {
        List<Long> behind = progress.behind().map(Behind::byShard).orElse(List.of());
        return IntStream.range(0, state.plan().sourceShards())
                .mapToObj(shard -> {
                    var checkpoint = Optional.ofNullable(state.checkpoints().get(shard));
                    return new ShardView(
                            shard,
                            primaries.of(shard).orElse(""),
                            state.done(shard),
                            state.awaitsNewHistory(shard)
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(state.goals().get(shard)),
                            checkpoint.map(one -> one.docs()).orElse(0L),
                            checkpoint.map(one -> one.bytes()).orElse(0L),
                            history.of(TOTALS + shard),
                            shard < behind.size() ? OptionalLong.of(behind.get(shard)) : OptionalLong.empty());
                })
                .toList();
    }

    private List<LaneView> lanes(RunState state, PrimaryNodes primaries, Optional<LedgerSums> ledger) {
        int before = TOTALS + state.plan().sourceShards();
        List<Long> bytes = state.backlogs();
        return IntStream.range(0, state.plan().lanes())
                .mapToObj(lane -> {
                    long written = state.committed().get(lane);
                    long end = Math.max(written, state.ends().get(lane));
                    Rates rates = history.of(before + lane);
                    return new LaneView(
                            lane,
                            primaries.of(lane).orElse(""),
                            written,
                            end,
                            BacklogView.of(end - written, bytes.get(lane), rates),
                            rates,
                            ledger.map(sums -> sums.lane(lane)));
                })
                .toList();
    }

    /// All lanes together, which wait as long as the one that waits longest.
    private static BacklogView waiting(List<LaneView> lanes) {
        return BacklogView.sum(lanes.stream().map(LaneView::waiting).toList());
    }

    private static List<NodeView> nodes(List<LaneView> lanes, Map<String, NodeLoad> loads) {
        Map<String, List<LaneView>> byNode = lanes.stream()
                .filter(lane -> !lane.node().isEmpty())
                .collect(Collectors.groupingBy(LaneView::node, TreeMap::new, Collectors.toList()));
        return byNode.entrySet().stream()
                .map(node -> new NodeView(
                        node.getKey(),
                        node.getValue().stream().map(LaneView::lane).toList(),
                        waiting(node.getValue()),
                        node.getValue().stream().map(LaneView::recordsPerSecond).reduce(Rates.NONE, Rates::plus),
                        Optional.ofNullable(loads.get(node.getKey()))))
                .toList();
    }

    /// What is not read yet goes to the lanes in equal parts, as documents do.
    private static Optional<TimeLeft> timeLeft(Progress progress, List<ShardView> shards, List<LaneView> lanes) {
        double unread = Math.max(0, progress.goalDocs() - progress.read());
        double unreadShares =
                shards.stream().mapToDouble(shard -> 1 - shard.share()).sum();
        List<Remaining> parts = new ArrayList<>();
        if (unread > 0 && unreadShares > 0) {
            shards.forEach(shard -> parts.add(new Remaining(
                    "source shard " + shard.shard(),
                    unread * (1 - shard.share()) / unreadShares,
                    shard.docsPerSecond())));
        }
        lanes.forEach(lane -> parts.add(new Remaining(
                "lane " + lane.lane(),
                lane.waiting().records() + (unreadShares > 0 ? unread / lanes.size() : 0),
                lane.recordsPerSecond())));
        return Remaining.timeLeft(parts);
    }
}
