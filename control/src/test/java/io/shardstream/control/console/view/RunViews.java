package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.console.ledger.Accounted;
import io.shardstream.control.console.ledger.OutcomeTally;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Views for tests of those that show them.
public final class RunViews {
    public static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Rates RATES = new Rates(30, 20, 10);

    private static final TimeLeft LEFT = new TimeLeft(Duration.ofSeconds(10), Duration.ofSeconds(20), "lane 0");

    private RunViews() {}

    /// In which everything is there that can be.
    public static RunView full() {
        return full(new BacklogView(1, 100, OptionalDouble.of(0.5)), LEFT);
    }

    /// The same with another backlog and another time that is left.
    public static RunView full(BacklogView waiting, TimeLeft left) {
        return view("blocked", "because", 0, waiting, left);
    }

    /// Of a run that is complete, and lacks a rejected document and two of the start.
    ///
    /// @param why it has ended; empty for a copy that is just complete
    public static RunView completed(String why) {
        return view("completed", why, 2, new BacklogView(0, 0, OptionalDouble.empty()), LEFT);
    }

    private static RunView view(String phase, String why, long overtaken, BacklogView waiting, TimeLeft left) {
        Accounted accounted = new Accounted(new OutcomeTally(6, 2, 1, 0, 900), true);
        return new RunView(
                "cities",
                NOW,
                "cities",
                "cities-v2",
                new ControlTopicView(
                        phase,
                        why,
                        Optional.of(new Controller(3, "7@host", NOW)),
                        Optional.of(new Pause("load test", NOW)),
                        List.of(new Blocked("writer", "the disk is full", NOW)),
                        Optional.of(new Step("c-1", 3, 4, "block the source", true, "12 shards", NOW)),
                        Map.of("total", "5mb"),
                        List.of(
                                new Finding(Side.SOURCE, "s1", 0, false, "guard.cpu on s1: 70% of 80%"),
                                new Finding(Side.TARGET, "n1", 5_000_000, true, "guard.cpu on n1: 85% of 80%")),
                        Optional.of(new Verified(
                                "topic",
                                NOW,
                                true,
                                List.of(7L),
                                List.of(3L),
                                9,
                                8,
                                7,
                                1,
                                2,
                                3,
                                Optional.of(new Verified.Rest(4, 5, 6)))),
                        Optional.of(new RefusedWrites(
                                true, "cities", Optional.of("cities-v2"), NOW, "a rollback", "'rollback' goes on.")),
                        overtaken),
                42.5,
                20,
                new Flow(10, 1_000, RATES, RATES),
                waiting,
                1_000_000,
                new Flow(9, 900, RATES, RATES),
                1,
                0,
                Map.of("mapper_parsing_exception", 1L),
                OptionalLong.of(17),
                Optional.of(left),
                new Bottleneck(Bottleneck.Stage.WRITE, "n1", "node n1 is written slowest"),
                Optional.of(accounted),
                List.of(new ShardView(0, "s1", 9, OptionalLong.of(19), 10, 1_000, RATES, OptionalLong.of(17))),
                List.of(new LaneView(
                        0,
                        "n1",
                        9,
                        10,
                        new BacklogView(1, 100, OptionalDouble.of(0.5)),
                        RATES,
                        Optional.of(accounted))),
                List.of(new NodeView(
                        "n1",
                        List.of(0),
                        new BacklogView(1, 100, OptionalDouble.of(0.5)),
                        RATES,
                        Optional.of(new NodeLoad(3, 8, 40, 900, "a full queue")))),
                Optional.of(List.of(new MemberView("writer", "7@host", List.of(0), "a full queue"))),
                List.of(new Event(NOW, Event.Kind.PHASE, "the run is catching-up")));
    }

    /// Of a run of which nothing is known but its plan.
    public static RunView empty() {
        Flow still = new Flow(0, 0, Rates.NONE, Rates.NONE);
        return new RunView(
                "cities",
                NOW.minusSeconds(1),
                "cities",
                "cities-v2",
                new ControlTopicView(
                        "backfill",
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        Optional.empty()),
                0,
                20,
                still,
                new BacklogView(0, 0, OptionalDouble.empty()),
                1_000_000,
                still,
                0,
                0,
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                Bottleneck.NONE,
                Optional.empty(),
                List.of(new ShardView(0, "", -1, OptionalLong.empty(), 0, 0, Rates.NONE, OptionalLong.empty())),
                List.of(new LaneView(
                        0, "", 0, 0, new BacklogView(0, 0, OptionalDouble.empty()), Rates.NONE, Optional.empty())),
                List.of(),
                Optional.empty(),
                List.of());
    }
}
