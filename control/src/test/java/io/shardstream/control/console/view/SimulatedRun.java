package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.control.console.ledger.Accounted;
import io.shardstream.control.console.ledger.OutcomeTally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A run that is nowhere: second by second what a page would show of one whose target has a slow node. The
/// same seed gives the same run.
public final class SimulatedRun {
    /// Bytes of a document.
    static final long DOCUMENT = 900;

    private static final long SOURCE_RATE = 60_000;
    private static final int EVENTS = 50;
    private static final int WRITERS = 3;
    private static final int READERS = 2;
    private static final int LIMIT = 8;
    private static final List<String> REFUSALS =
            List.of("document_parsing_exception", "strict_dynamic_mapping_exception", "illegal_argument_exception");

    private final Random random;
    private final List<String> names;
    private final int slow;
    private final List<SimulatedLane> lanes;
    private final List<SimulatedRate> shardRates;
    private final double[] shardDocs;
    private final long goalDocs;
    private final SimulatedRate read = new SimulatedRate();
    private final SimulatedRate written = new SimulatedRate();
    private final Map<String, Long> rejects = new TreeMap<>();
    private final List<Event> events = new ArrayList<>();
    private Map<String, String> limits = Map.of();
    private Optional<Pause> pause = Optional.empty();
    private Instant now = Instant.parse("2026-03-14T02:50:00Z");
    private int seconds;
    private long refusals;

    /// @param lanes at least one, spread over the nodes
    /// @param nodes of the target, of which one is slow if there are two or more
    /// @param shards of the source
    public SimulatedRun(long seed, int lanes, int nodes, int shards) {
        this.random = new Random(seed);
        this.names = IntStream.rangeClosed(1, nodes)
                .mapToObj(node -> String.format(Locale.ROOT, "data-%02d", node))
                .toList();
        this.slow = nodes > 1 ? random.nextInt(nodes) : -1;
        this.lanes = IntStream.range(0, lanes)
                .mapToObj(lane -> new SimulatedLane(lane, lane % nodes))
                .toList();
        this.shardRates =
                IntStream.range(0, shards).mapToObj(_ -> new SimulatedRate()).toList();
        this.shardDocs = new double[shards];
        this.goalDocs = SOURCE_RATE * 2400;
        tell(Event.Kind.CONTROL, "This process controls the run now: control-1/4711, epoch 3");
        tell(Event.Kind.PHASE, "The run is in backfill");
        tell(Event.Kind.MEMBERS, READERS + " readers and " + WRITERS + " writers are at work");
    }

    /// The name of the slow node, empty if there is none.
    public String slowNode() {
        return slow < 0 ? "" : name(slow);
    }

    public void pause(String reason) {
        pause = Optional.of(new Pause(reason, now));
        tell(Event.Kind.PAUSE, "Paused" + (reason.isEmpty() ? "" : ": " + reason));
    }

    public void resume() {
        pause = Optional.empty();
        tell(Event.Kind.PAUSE, "The run goes on");
    }

    public void throttle(Map<String, String> changed) {
        limits = Map.copyOf(changed);
        tell(Event.Kind.THROTTLE, limits.isEmpty() ? "No limit is set any more" : "Limits are set: " + limits);
    }

    /// The run a second later.
    public RunView next() {
        now = now.plusSeconds(1);
        seconds++;
        readASecond();
        writeASecond();
        whatHappens();
        return view();
    }

    private void readASecond() {
        boolean isHeld = pause.isPresent() || waiting() * DOCUMENT >= maxBacklog() || readDocs() >= goalDocs;
        double all = 0;
        for (int shard = 0; shard < shardDocs.length; shard++) {
            double docs = isHeld
                    ? 0
                    : SOURCE_RATE
                            / (double) shardDocs.length
                            * (0.75 + random.nextDouble() / 2 - 0.06 * shard / shardDocs.length);
            shardDocs[shard] += docs;
            shardRates.get(shard).second(docs);
            all += docs;
        }
        read.second(all);
        for (SimulatedLane lane : lanes) {
            lane.publish(all / lanes.size() * (0.9 + random.nextDouble() / 5));
        }
    }

    private void writeASecond() {
        double fast = 1.5 * SOURCE_RATE / lanes.size();
        double all = 0;
        for (SimulatedLane lane : lanes) {
            double share = lane.node == slow && seconds > 40 ? 0.42 : 1;
            double luck = 0.7 + random.nextDouble() * 0.6;
            all += lane.write(pause.isPresent() ? 0 : fast * share * luck);
        }
        written.second(all);
        refusals += slow >= 0 && seconds > 40 && pause.isEmpty() ? random.nextInt(400) : 0;
    }

    private void whatHappens() {
        if (random.nextInt(4) == 0 && pause.isEmpty()) {
            int drawn = random.nextInt(10);
            rejects.merge(REFUSALS.get(drawn < 7 ? 0 : drawn < 9 ? 1 : 2), 1L, Long::sum);
            lanes.get(random.nextInt(lanes.size())).reject();
        }
        if (seconds == 44 && slow >= 0) {
            tell(Event.Kind.BOTTLENECK, bottleneck().sentence());
        } else if (seconds % 240 == 120) {
            tell(Event.Kind.MEMBERS, "Writer host-c went, its lanes are divided among the others");
        } else if (seconds % 240 == 150) {
            tell(Event.Kind.MEMBERS, "Writer host-c came");
        } else if (seconds % 400 == 200) {
            tell(Event.Kind.RELOCATION, "The primary of lane 0 is on another node: " + name(0));
        }
    }

    private void tell(Event.Kind kind, String sentence) {
        events.add(new Event(now, kind, sentence));
        if (events.size() > EVENTS) {
            events.removeFirst();
        }
    }

    private RunView view() {
        long done = lanes.stream().mapToLong(SimulatedLane::done).sum();
        double percent = Math.min(100, 100.0 * done / goalDocs);
        List<LaneView> seen =
                lanes.stream().map(lane -> lane.view(name(lane.node))).toList();
        Map<String, List<LaneView>> byNode = seen.stream().collect(Collectors.groupingBy(LaneView::node));
        List<NodeView> seenNodes = IntStream.range(0, names.size())
                .mapToObj(node -> node(node, byNode.getOrDefault(name(node), List.of())))
                .toList();
        ControlTopicView standing = new ControlTopicView(
                pause.isPresent() ? "paused" : readDocs() < goalDocs ? "backfill" : "catching-up",
                "",
                Optional.of(new Controller(3, "control-1/4711", Instant.parse("2026-03-14T02:49:58Z"))),
                pause,
                List.of(),
                Optional.empty(),
                limits,
                List.of(),
                Optional.empty());
        return new RunView(
                "orders-2026",
                now,
                "orders-v7",
                "orders-v8",
                standing,
                percent,
                goalDocs,
                new Flow(
                        readDocs(),
                        readDocs() * DOCUMENT,
                        read.rates(),
                        read.rates().times(DOCUMENT)),
                BacklogView.sum(seen.stream().map(LaneView::waiting).toList()),
                maxBacklog(),
                new Flow(done, done * DOCUMENT, written.rates(), written.rates().times(DOCUMENT)),
                rejects.values().stream().mapToLong(Long::longValue).sum(),
                0,
                rejects,
                readDocs() < goalDocs ? OptionalLong.empty() : OptionalLong.of(random.nextInt(200)),
                timeLeft(done),
                bottleneck(),
                Optional.of(new Accounted(
                        lanes.stream().map(SimulatedLane::accounted).reduce(OutcomeTally.NONE, OutcomeTally::plus),
                        true)),
                IntStream.range(0, shardDocs.length).mapToObj(this::shard).toList(),
                seen,
                seenNodes,
                Optional.of(members()),
                events);
    }

    private ShardView shard(int shard) {
        long docs = (long) shardDocs[shard];
        return new ShardView(
                shard,
                "source-" + (1 + shard % 3),
                docs - 1,
                OptionalLong.of(goalDocs / shardDocs.length - 1),
                docs,
                docs * DOCUMENT,
                shardRates.get(shard).rates(),
                OptionalLong.empty());
    }

    private NodeView node(int node, List<LaneView> here) {
        Rates rates = here.stream().map(LaneView::recordsPerSecond).reduce(Rates.NONE, Rates::plus);
        boolean isSlow = isSlow(node);
        boolean isBusy = pause.isEmpty();
        NodeLoad load = new NodeLoad(
                !isBusy ? 0 : isSlow ? 2 : random.nextInt(LIMIT),
                isSlow ? 2 : LIMIT,
                isSlow ? refusals : 0,
                (isSlow ? 900 : 60) + random.nextInt(40),
                !isBusy ? "the pause" : isSlow ? "a full queue" : "");
        return new NodeView(
                name(node),
                here.stream().map(LaneView::lane).toList(),
                BacklogView.sum(here.stream().map(LaneView::waiting).toList()),
                rates,
                Optional.of(load));
    }

    private List<MemberView> members() {
        List<MemberView> members = new ArrayList<>();
        for (int reader = 0; reader < READERS; reader++) {
            int own = reader;
            List<Integer> holds = IntStream.range(0, shardDocs.length)
                    .filter(shard -> shard % READERS == own)
                    .boxed()
                    .toList();
            String limit = waiting() * DOCUMENT >= maxBacklog() ? "the backlog of the writers" : "";
            members.add(new MemberView("reader", "host-" + (char) ('a' + reader), holds, limit));
        }
        int writers = seconds % 240 >= 120 && seconds % 240 < 150 ? WRITERS - 1 : WRITERS;
        for (int writer = 0; writer < writers; writer++) {
            int from = lanes.size() * writer / writers;
            List<Integer> holds = IntStream.range(from, lanes.size() * (writer + 1) / writers)
                    .boxed()
                    .toList();
            String limit = isSlow(slow) ? "node " + slowNode() + ": a full queue" : "";
            members.add(new MemberView("writer", "host-" + (char) ('a' + writer), holds, limit));
        }
        return members;
    }

    private Bottleneck bottleneck() {
        if (pause.isPresent()) {
            return new Bottleneck(Bottleneck.Stage.RUN, "", "the run is paused");
        }
        return isSlow(slow)
                ? new Bottleneck(
                        Bottleneck.Stage.WRITE,
                        slowNode(),
                        String.format(Locale.ROOT, "node %s is written slowest: a full queue", slowNode()))
                : Bottleneck.NONE;
    }

    private Optional<TimeLeft> timeLeft(long done) {
        double rate = written.rates().minute();
        if (rate == 0 || done >= goalDocs) {
            return Optional.empty();
        }
        long low = (long) ((goalDocs - done) / rate);
        String by = slow < 0 ? "source shard 0" : "lane " + slow;
        return Optional.of(new TimeLeft(Duration.ofSeconds(low), Duration.ofSeconds(low + low / 3), by));
    }

    private boolean isSlow(int node) {
        return node == slow && slow >= 0 && seconds > 40;
    }

    private long readDocs() {
        double all = 0;
        for (double docs : shardDocs) {
            all += docs;
        }
        return (long) all;
    }

    private long waiting() {
        return lanes.stream().mapToLong(SimulatedLane::waiting).sum();
    }

    private long maxBacklog() {
        return 4L << 30;
    }

    private String name(int node) {
        return names.get(node);
    }
}
