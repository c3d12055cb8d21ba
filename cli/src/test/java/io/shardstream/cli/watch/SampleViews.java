package io.shardstream.cli.watch;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.Bottleneck;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.Flow;
import io.shardstream.control.console.view.LaneView;
import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.NodeLoad;
import io.shardstream.control.console.view.NodeView;
import io.shardstream.control.console.view.Rates;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ShardView;
import io.shardstream.control.console.view.TimeLeft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// Runs as somebody may see them.
final class SampleViews {
    static final Instant NOW = Instant.parse("2026-07-01T12:00:30Z");

    private SampleViews() {}

    /// A copy into some nodes with three lanes each, of which one is slow.
    static RunView slowNode(int nodes, int slow) {
        List<LaneView> lanes = new ArrayList<>();
        List<NodeView> views = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            boolean isSlow = node == slow;
            String name = "n" + (node + 1);
            for (int lane = 3 * node; lane < 3 * node + 3; lane++) {
                lanes.add(lane(lane, name, isSlow));
            }
            views.add(new NodeView(
                    name,
                    List.of(3 * node, 3 * node + 1, 3 * node + 2),
                    isSlow ? new BacklogView(24_300, 36_450_000, OptionalDouble.of(641)) : waiting(450, 2.2),
                    isSlow ? new Rates(37, 38, 41) : new Rates(612, 609, 598),
                    Optional.of(
                            isSlow
                                    ? new NodeLoad(1, 1, 1_204, 8_123.4, "a full queue")
                                    : new NodeLoad(4, 16, 0, 48, ""))));
        }
        return view(
                standing("backfill"),
                48.37,
                lanes,
                views,
                List.of(
                        new MemberView("reader", "host-1", List.of(0, 1), "the backlog of the writers"),
                        new MemberView("writer", "host-2", List.of(0, 1, 2, 3, 4, 5), ""),
                        new MemberView("writer", "host-3", List.of(6, 7, 8), "node n2: a full queue")),
                List.of(
                        event(-90, Event.Kind.PHASE, "The run is in the phase backfill."),
                        event(-60, Event.Kind.MEMBERS, "Writers divided the lanes anew: 2 of them."),
                        event(
                                -20,
                                Event.Kind.BOTTLENECK,
                                "What limits the run is writing, at node n" + (slow + 1) + ": a full queue.")),
                new Bottleneck(
                        Bottleneck.Stage.WRITE,
                        "n" + (slow + 1),
                        "writing, by node n" + (slow + 1) + ": a full queue; reading waits for its lanes"));
    }

    private static LaneView lane(int lane, String node, boolean isSlow) {
        return new LaneView(
                lane,
                node,
                isSlow ? 3_100 : 10_850,
                isSlow ? 11_200 : 11_000,
                isSlow ? new BacklogView(8_100, 12_150_000, OptionalDouble.of(630 + lane)) : waiting(150, 2),
                new Rates(200, 200, 200),
                Optional.empty());
    }

    private static BacklogView waiting(long records, double seconds) {
        return new BacklogView(records, records * 1_500, OptionalDouble.of(seconds));
    }

    static RunView view(
            ControlTopicView standing,
            double percent,
            List<LaneView> lanes,
            List<NodeView> nodes,
            List<MemberView> members,
            List<Event> events,
            Bottleneck bottleneck) {
        return new RunView(
                "articles",
                NOW,
                "articles",
                "articles-v2",
                standing,
                percent,
                1_000_000,
                new Flow(612_400, 918_600_000, new Rates(1_261, 1_890, 1_822), new Rates(1_891_500, 2.8e6, 2.7e6)),
                new BacklogView(25_200, 37_800_000, OptionalDouble.of(19.4)),
                134_217_728,
                new Flow(483_700, 725_550_000, new Rates(1_261, 1_256, 1_402), new Rates(1_891_500, 1.9e6, 2.1e6)),
                12,
                0,
                Map.of("mapper_parsing_exception", 12L),
                OptionalLong.empty(),
                Optional.of(new TimeLeft(Duration.ofMinutes(12), Duration.ofMinutes(15), "lane 3")),
                bottleneck,
                Optional.empty(),
                List.of(
                        new ShardView(
                                0, "s1", 599, OptionalLong.of(999), 600, 900_000, Rates.NONE, OptionalLong.empty()),
                        new ShardView(
                                1, "s2", 649, OptionalLong.of(999), 650, 975_000, Rates.NONE, OptionalLong.empty())),
                lanes,
                nodes,
                Optional.of(members),
                events);
    }

    static Event event(int seconds, Event.Kind kind, String sentence) {
        return new Event(NOW.plusSeconds(seconds), kind, sentence);
    }

    static ControlTopicView standing(String phase) {
        return new ControlTopicView(
                phase,
                "",
                Optional.of(new Controller(3, "host-1 (4711)", NOW)),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /// While production misses its objective on one node, and keeps it on another.
    static ControlTopicView guarded() {
        return new ControlTopicView(
                "backfill",
                "",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Map.of("cpu", "80%"),
                List.of(
                        new Finding(Side.SOURCE, "n1", 9, true, "guard.cpu on n1: 85% of 80%"),
                        new Finding(Side.TARGET, "n1", 9, true, "guard.cpu on n1: 85% of 80%"),
                        new Finding(Side.TARGET, "n2", 9, false, "guard.cpu on n2: 79% of 80%")),
                Optional.empty());
    }

    /// The same while no writer tells anything.
    static RunView withoutLoad(RunView view) {
        List<NodeView> nodes = view.nodes().stream()
                .map(node -> new NodeView(
                        node.name(), node.lanes(), node.waiting(), node.recordsPerSecond(), Optional.empty()))
                .toList();
        return view(
                view.standing(), view.percent(), view.lanes(), nodes, members(view), view.events(), Bottleneck.NONE);
    }

    /// All lanes on one node, one of them slow.
    static RunView oneNode(int lanes, int slow) {
        return view(
                standing("backfill"),
                48.37,
                IntStream.range(0, lanes)
                        .mapToObj(lane -> lane(lane, "n1", lane == slow))
                        .toList(),
                List.of(new NodeView(
                        "n1",
                        IntStream.range(0, lanes).boxed().toList(),
                        waiting(450, 2.2),
                        Rates.NONE,
                        Optional.empty())),
                List.of(),
                List.of(),
                Bottleneck.NONE);
    }

    private static List<MemberView> members(RunView view) {
        return view.members().orElse(List.of());
    }

    /// One whose last verification judged half of what the source has had.
    static RunView verified() {
        return in(
                slowNode(3, 1),
                new ControlTopicView(
                        "catching-up",
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        Optional.of(verified(0))));
    }

    /// That of a run of which nothing was decided but its phase.
    static ControlTopicView uncontrolled(String phase) {
        return new ControlTopicView(
                phase,
                "",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /// The same, where something else was decided.
    static RunView in(RunView view, ControlTopicView standing) {
        return view(
                standing, view.percent(), view.lanes(), view.nodes(), members(view), view.events(), view.bottleneck());
    }

    /// The same, where Kafka has lost rejects.
    static RunView lacking(RunView view, long lost) {
        return rejecting(view, view.rejected(), lost);
    }

    /// The same with so many rejects.
    static RunView rejecting(RunView view, long rejected, long lost) {
        return new RunView(
                view.run(),
                view.at(),
                view.sourceIndex(),
                view.targetIndex(),
                view.standing(),
                view.percent(),
                view.goalDocs(),
                view.read(),
                view.waiting(),
                view.maxBacklog(),
                view.written(),
                rejected,
                lost,
                view.rejectsByType(),
                view.behind(),
                view.timeLeft(),
                view.bottleneck(),
                view.accounted(),
                view.shards(),
                view.lanes(),
                view.nodes(),
                view.members(),
                view.events());
    }

    /// The same, with something more that has happened.
    static RunView after(RunView view, Event event) {
        List<Event> events = new ArrayList<>(view.events());
        events.add(event);
        return view(
                view.standing(), view.percent(), view.lanes(), view.nodes(), members(view), events, view.bottleneck());
    }

    /// Just prepared: nothing was read, and where lanes are nobody knows.
    static RunView empty() {
        return new RunView(
                "articles",
                NOW,
                "articles",
                "articles-v2",
                uncontrolled("backfill"),
                0,
                0,
                new Flow(0, 0, Rates.NONE, Rates.NONE),
                new BacklogView(0, 0, OptionalDouble.of(0)),
                0,
                new Flow(0, 0, Rates.NONE, Rates.NONE),
                0,
                0,
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                Bottleneck.NONE,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    /// Everything at once that somebody must look at.
    static RunView inTrouble(int nodes) {
        ControlTopicView standing = new ControlTopicView(
                "blocked",
                "a shard of the source has another history",
                Optional.of(new Controller(3, "host-1 (4711)", NOW)),
                Optional.of(new Pause("lunch", NOW.minusSeconds(3600))),
                IntStream.range(0, 5)
                        .mapToObj(part -> new Blocked(
                                "reader",
                                "Shard " + part + " has lost what was read of it: find out who did that, and then"
                                        + " resume with --new-history, which reads it again from its start.",
                                NOW.minusSeconds(86_400)))
                        .toList(),
                Optional.of(new Step("cutover-1", 3, 2, "block writes", false, "", NOW)),
                Map.of("per-node", "5mb", "requests", "4"),
                List.of(),
                Optional.of(verified(3)));
        RunView slow = slowNode(nodes, 0);
        return view(standing, 48.37, slow.lanes(), slow.nodes(), members(slow), slow.events(), slow.bottleneck());
    }

    static Verified verified(long differences) {
        return new Verified(
                "docs",
                NOW.minusSeconds(600),
                false,
                List.of(499L, 499L),
                List.of(),
                483_000,
                483_000,
                1_000,
                differences,
                12,
                0,
                Optional.of(new Verified.Rest(0, 0, 0)));
    }

    /// Names that would write over the screen, that are wider than they are long, and that have no end.
    static RunView hostile() {
        String escape = "\u001b[2J\u001b[31m\r\n\u202e\u0007";
        String wide = "全角文字のインデックス".repeat(20);
        String stacked = "e\u0301\u0302\u0303".repeat(40);
        List<String> names = List.of(escape, wide, stacked, "\uD83D\uDE00".repeat(60), "<b>&\"'".repeat(30));
        List<NodeView> nodes = IntStream.range(0, names.size())
                .mapToObj(node -> new NodeView(
                        names.get(node),
                        List.of(node),
                        new BacklogView(Long.MAX_VALUE, Long.MAX_VALUE, OptionalDouble.empty()),
                        new Rates(1e15, 1e15, 1e15),
                        Optional.of(
                                new NodeLoad(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 1e18, names.get(node)))))
                .toList();
        List<LaneView> lanes = IntStream.range(0, 40)
                .mapToObj(lane -> new LaneView(
                        lane,
                        lane < 5 ? names.get(lane) : "",
                        lane,
                        0,
                        new BacklogView(1, 1, OptionalDouble.empty()),
                        Rates.NONE,
                        Optional.empty()))
                .toList();
        ControlTopicView standing = new ControlTopicView(
                escape + wide,
                wide,
                Optional.of(new Controller(3, wide, NOW)),
                Optional.of(new Pause(escape, NOW)),
                List.of(new Blocked(escape, "x".repeat(1_000), NOW)),
                Optional.of(new Step(escape, 1, 1, stacked, true, wide, NOW)),
                Map.of(wide, escape),
                List.of(new Finding(Side.TARGET, wide, 0, true, escape)),
                Optional.of(verified(Long.MAX_VALUE)));
        return new RunView(
                wide,
                NOW,
                escape,
                stacked,
                standing,
                99.99,
                1,
                new Flow(Long.MAX_VALUE, 1, new Rates(1e15, 1e15, 1e15), new Rates(1e15, 1e15, 1e15)),
                new BacklogView(Long.MAX_VALUE, Long.MAX_VALUE, OptionalDouble.of(1e15)),
                1,
                new Flow(Long.MAX_VALUE, 1, new Rates(1e15, 1e15, 1e15), new Rates(1e15, 1e15, 1e15)),
                Long.MAX_VALUE,
                0,
                Map.of(),
                OptionalLong.of(Long.MAX_VALUE),
                Optional.of(new TimeLeft(Duration.ofSeconds(1), TimeLeft.NEVER, wide)),
                new Bottleneck(Bottleneck.Stage.WRITE, escape, wide + " " + escape + " " + "y".repeat(500)),
                Optional.empty(),
                List.of(new ShardView(7, "", -1, OptionalLong.empty(), 0, 0, Rates.NONE, OptionalLong.empty())),
                lanes,
                nodes,
                Optional.of(List.of(new MemberView(escape, wide, List.of(), stacked))),
                List.of(event(0, Event.Kind.BLOCK, wide), event(-1_000_000, Event.Kind.STEP, escape)));
    }
}
