package io.shardstream.control.console.view;

import static io.shardstream.control.state.RunStates.state;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.control.console.ledger.LaneAccount;
import io.shardstream.control.console.ledger.LedgerSums;
import io.shardstream.control.console.ledger.RejectCounts;
import io.shardstream.control.console.view.Bottleneck.Stage;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ViewMakerTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final MemberView READER = new MemberView("reader", "r", List.of(0, 1), "reader.windows-in-flight");
    private static final MemberView WRITER = new MemberView("writer", "w", List.of(0, 1), "");
    private static final Behind LAG = new Behind(17, "", List.of(1L, 16L), Optional.empty());
    private static final NodeLoad OVERLOADED = new NodeLoad(8, 8, 40, 900, "a full queue");

    private final Map<String, byte[]> said =
            new HashMap<>(Map.of(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of("n1", "n2")).encode()));
    private long nanos;
    private Observed observed =
            new Observed(Optional.empty(), List.of(READER, WRITER), Map.of(), OptionalLong.empty(), List.of());
    private final ProgressMeter meter = new ProgressMeter(() -> nanos, Duration.ofSeconds(20));
    private final ViewMaker maker =
            new ViewMaker("cities", BacklogLimit.of(1_000_000), Throttle.NONE, () -> NOW.plusNanos(nanos), () -> nanos);

    @Test
    void lanesKnowTheirNodeAndNodesTheirLanes() {
        RunView view = look(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L)));

        assertThat(view.lanes()).extracting(LaneView::node).containsExactly("n1", "n2");
        assertThat(view.lanes().getFirst().waiting().records()).isEqualTo(4);
        assertThat(view.nodes())
                .extracting(NodeView::name, NodeView::lanes)
                .containsExactly(tuple("n1", List.of(0)), tuple("n2", List.of(1)));
        assertThat(view.waiting().records()).isEqualTo(5);
    }

    @Test
    void whatIsReadAndWhatIsWrittenHaveRatesOfTheirOwn() {
        look(state(List.of(2L, 1L), List.of(3L, 2L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 4L), List.of(9L, 6L), List.of(6L, 3L)));

        assertThat(view.read().docs()).isEqualTo(15);
        assertThat(view.read().docsPerSecond().tenSeconds()).isEqualTo(1);
        assertThat(view.read().bytesPerSecond().tenSeconds()).isEqualTo(100);
        assertThat(view.written().docs()).isEqualTo(9);
        assertThat(view.written().docsPerSecond().tenSeconds()).isEqualTo(0.9);
        assertThat(view.written().bytesPerSecond().tenSeconds()).isEqualTo(90);
    }

    @Test
    void eachShardAndEachLaneHasItsOwnRate() {
        look(state(List.of(2L, 1L), List.of(3L, 2L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 4L), List.of(9L, 6L), List.of(6L, 3L)));

        assertThat(view.shards())
                .extracting(shard -> shard.docsPerSecond().tenSeconds())
                .containsExactly(0.7, 0.3);
        assertThat(view.lanes())
                .extracting(lane -> lane.recordsPerSecond().tenSeconds())
                .containsExactly(0.6, 0.3);
    }

    @Test
    void aShardHasTheNodeOfTheSourceAndWhatIsReadOfIt() {
        said.put(PrimaryNodes.key(Side.SOURCE), new PrimaryNodes(List.of("s1", "s2")).encode());

        assertThat(look(state(List.of(9L, -1L), List.of(7L, 5L), List.of(3L, 4L)))
                        .shards())
                .containsExactly(
                        new ShardView(0, "s1", 9, OptionalLong.of(9), 10, 1000, Rates.NONE, OptionalLong.empty()),
                        new ShardView(1, "s2", -1, OptionalLong.of(4), 0, 0, Rates.NONE, OptionalLong.empty()));
    }

    @Test
    void aShardWhoseNewHistoryIsNotBegunHasNoGoal() {
        RunState state = state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L));
        RunState accepted = new RunState(
                state.plan(), state.checkpoints(), state.ends(), state.committed(), 0, List.of(9L, RunState.NOT_BEGUN));

        assertThat(look(accepted).shards())
                .extracting(ShardView::goal)
                .containsExactly(OptionalLong.of(9), OptionalLong.empty());
    }

    @Test
    void aLaneWhoseEndWasSeenBeforeItsCommitHasNothingWaiting() {
        LaneView lane = look(state(List.of(9L, 1L), List.of(2L, 5L), List.of(3L, 4L)))
                .lanes()
                .getFirst();

        assertThat(lane.end()).isEqualTo(3);
        assertThat(lane.waiting().records()).isZero();
    }

    @Test
    void aNodeHasTheLoadAndTheRatesOfAllItsLanes() {
        said.put(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of("n1", "n1")).encode());
        observed = new Observed(Optional.empty(), List.of(), Map.of("n1", OVERLOADED), OptionalLong.empty(), List.of());
        look(state(List.of(2L, 1L), List.of(5L, 5L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 4L), List.of(12L, 8L), List.of(6L, 2L)));

        assertThat(view.nodes()).singleElement().satisfies(node -> {
            assertThat(node.lanes()).containsExactly(0, 1);
            assertThat(node.recordsPerSecond().tenSeconds()).isCloseTo(0.8, within(1e-9));
            assertThat(node.load()).contains(OVERLOADED);
        });
    }

    @Test
    void aLaneOfWhichNobodyKnowsTheNodeIsOnNone() {
        said.put(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of("n1", "")).encode());

        assertThat(look(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L)))
                        .nodes())
                .extracting(NodeView::name)
                .containsExactly("n1");
    }

    @Test
    void rejectsOfAllLanesAreAddedUpByTheirType() {
        RejectCounts one = new RejectCounts();
        RejectCounts other = new RejectCounts();
        one.add("strict");
        one.add("parsing");
        other.add("parsing");
        observed = new Observed(
                Optional.of(new LedgerSums(List.of(0L, 0L), Map.of(), Map.of(), Map.of(0, one, 1, other))),
                List.of(),
                Map.of(),
                OptionalLong.empty(),
                List.of());

        assertThat(look(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L)))
                        .rejectsByType())
                .isEqualTo(Map.of("parsing", 2L, "strict", 1L));
    }

    @Test
    void whatIsKnownOfTheWholeRunIsShownAsItIs() {
        Event event = new Event(NOW, Event.Kind.PHASE, "the run is backfill");
        observed = new Observed(Optional.empty(), List.of(READER), Map.of(), OptionalLong.empty(), List.of(event));
        RunState found = state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L), 2);
        RunState state = new RunState(
                found.plan(), found.checkpoints(), found.ends(), found.committed(), 2, 0, 0, 22, found.goals());
        RunView view = maker.next(state, meter.add(state).withLag(LAG), new ControlRecords(said), observed);

        assertThat(view.at()).isEqualTo(NOW);
        assertThat(view.goalDocs()).isEqualTo(15);
        assertThat(view.maxBacklog()).isEqualTo(1_000_000);
        assertThat(view.rejected()).isEqualTo(2);
        assertThat(view.lostRejects()).isEqualTo(22);
        assertThat(view.behind()).hasValue(17);
        assertThat(view.shards())
                .extracting(ShardView::behind)
                .containsExactly(OptionalLong.of(1), OptionalLong.of(16));
        assertThat(view.members()).contains(List.of(READER));
        assertThat(view.events()).containsExactly(event);
    }

    @Test
    void theLedgerIsShownWhereItIsKept() {
        LaneAccount account = new LaneAccount();
        account.add(new Outcome(0, 0, 3, 2, 1, 0, 300, 1, "n1"));
        observed = new Observed(
                Optional.of(new LedgerSums(List.of(3L, 4L), Map.of(0, account), Map.of(), Map.of())),
                List.of(),
                Map.of(),
                OptionalLong.empty(),
                List.of());

        RunView view = look(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L)));

        assertThat(view.accounted().orElseThrow().tally().superseded()).isEqualTo(1);
        assertThat(view.accounted().orElseThrow().isExact()).isFalse();
        assertThat(view.lanes())
                .extracting(lane -> lane.accounted().orElseThrow().tally().records())
                .containsExactly(3L, 0L);
        assertThat(view.lanes())
                .extracting(lane -> lane.accounted().orElseThrow().isExact())
                .containsExactly(true, false);
    }

    @Test
    void whileLittleWaitsWritersWaitForReaders() {
        look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 1L), List.of(7L, 5L), List.of(6L, 5L)));

        assertThat(view.bottleneck().stage()).isEqualTo(Stage.READ);
        assertThat(view.bottleneck().sentence()).contains("reader.windows-in-flight");
    }

    @Test
    void aNodeThatIsWrittenSlowestIsNamedWithItsReason() {
        observed = new Observed(
                Optional.empty(), List.of(READER, WRITER), Map.of("n2", OVERLOADED), OptionalLong.empty(), List.of());
        look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 1L), List.of(100L, 100L), List.of(90L, 2L)));

        assertThat(view.bottleneck().stage()).isEqualTo(Stage.WRITE);
        assertThat(view.bottleneck().node()).isEqualTo("n2");
        assertThat(view.bottleneck().sentence()).contains("n2").contains("a full queue");
    }

    @Test
    void whereAllNodesAreAsSlowNoneIsNamed() {
        look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 1L), List.of(100L, 100L), List.of(4L, 4L)));

        assertThat(view.bottleneck()).isEqualTo(new Bottleneck(Stage.WRITE, "", "writing is slower than reading"));
    }

    @Test
    void whereKafkaIsNearlyFullWritingIsSlowerHoweverFastItIs() {
        ViewMaker small = new ViewMaker("cities", BacklogLimit.of(1_000), Throttle.NONE, () -> NOW, () -> nanos);
        RunState before = state(List.of(2L, 1L), List.of(9L, 9L), List.of(0L, 0L));
        RunState after = state(List.of(9L, 1L), List.of(12L, 12L), List.of(8L, 8L));
        small.next(before, meter.add(before), new ControlRecords(said), observed);
        nanos += 10_000_000_000L;

        assertThat(small.next(after, meter.add(after), new ControlRecords(said), observed)
                        .bottleneck()
                        .stage())
                .isEqualTo(Stage.WRITE);
    }

    @Test
    void whereEverythingIsReadAndWrittenNothingIsInTheWay() {
        RunView view = look(state(List.of(9L, 4L), List.of(7L, 8L), List.of(7L, 8L)));

        assertThat(view.bottleneck()).isEqualTo(Bottleneck.NONE);
    }

    @Test
    void whatHasEndedIsHeldUpByNothing() {
        said.put(RunPhase.KEY, new RunPhase(Phase.ABORTED, 1, "").encode());
        said.put(Pause.KEY, new Pause("load test", NOW).encode());

        assertThat(look(state(List.of(2L, 1L), List.of(9L, 9L), List.of(0L, 0L)))
                        .bottleneck())
                .isEqualTo(Bottleneck.NONE);
    }

    @Test
    void thatNobodyReadsIsTold() {
        observed = new Observed(Optional.empty(), List.of(WRITER), Map.of(), OptionalLong.empty(), List.of());

        RunView view = look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(2L, 2L)));

        assertThat(view.bottleneck()).isEqualTo(new Bottleneck(Stage.READ, "", "no reader is at work"));
    }

    @Test
    void whoIsNotKnownIsNotCalledNobody() {
        observed = Observed.NOTHING;

        RunView reading = look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(2L, 2L)));
        RunView writing = look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));

        assertThat(reading.members()).isEmpty();
        assertThat(reading.bottleneck()).isEqualTo(new Bottleneck(Stage.READ, "", "writers wait for what is read"));
        assertThat(writing.bottleneck().sentence()).isEqualTo("writing is slower than reading");
    }

    @Test
    void aControllerThatIsGoneIsNotShown() {
        said.put(Controller.KEY, new Controller(3, "7@host", NOW).encode(RunFormat.NEWEST));
        observed = new Observed(
                Optional.empty(), Optional.empty(), OptionalInt.of(0), Map.of(), OptionalLong.empty(), List.of());

        assertThat(look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(2L, 2L)))
                        .standing()
                        .controller())
                .isEmpty();
    }

    @Test
    void ofSeveralReasonsTheOneThatMostMembersHaveIsTold() {
        MemberView other = new MemberView("reader", "s", List.of(), "a slow disk");
        observed = new Observed(
                Optional.empty(), List.of(other, READER, READER, WRITER), Map.of(), OptionalLong.empty(), List.of());

        RunView view = look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(2L, 2L)));

        assertThat(view.bottleneck().sentence())
                .isEqualTo("writers wait for what is read, limited by reader.windows-in-flight");
    }

    @Test
    void aNodeThatIsLessThanTwiceAsFarBehindIsNotNamed() {
        look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 1L), List.of(100L, 100L), List.of(5L, 4L)));

        assertThat(view.bottleneck().node()).isEmpty();
    }

    @Test
    void howFarItIsBehindIsKnownFromWhoeverControlsItToo() {
        observed = new Observed(Optional.empty(), List.of(), Map.of(), OptionalLong.of(17), List.of());
        RunState state = state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L));
        Progress asked = meter.add(state).withLag(new Behind(4, ""));

        assertThat(look(state).behind()).hasValue(17);
        assertThat(maker.next(state, asked, ControlRecords.NONE, observed).behind())
                .hasValue(4);
    }

    @Test
    void thatNobodyWritesIsTold() {
        observed = new Observed(Optional.empty(), List.of(READER), Map.of(), OptionalLong.empty(), List.of());

        RunView view = look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));

        assertThat(view.bottleneck().sentence()).isEqualTo("no writer is at work");
    }

    @Test
    void whatStopsTheWholeRunIsToldBeforeAnythingElse() {
        said.put(Pause.KEY, new Pause("load test", NOW).encode());
        RunView paused = look(state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));
        said.put(Blocked.key("writer"), new Blocked("writer", "the disk is full", NOW).encode());
        RunView blocked = lookAfter(1, state(List.of(2L, 1L), List.of(2L, 2L), List.of(0L, 0L)));

        assertThat(paused.standing().phase()).isEqualTo("paused");
        assertThat(paused.bottleneck().sentence()).contains("load test");
        assertThat(blocked.standing().phase()).isEqualTo("blocked");
        assertThat(blocked.bottleneck().sentence()).contains("the disk is full");
    }

    @Test
    void theTimeLeftIsThatOfTheSlowestLane() {
        look(state(List.of(13L, 1L), List.of(100L, 100L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(13L, 1L), List.of(100L, 100L), List.of(90L, 20L)));

        TimeLeft left = view.timeLeft().orElseThrow();
        assertThat(left.by()).isEqualTo("lane 1");
        assertThat(left.low()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void whatIsNotReadYetTakesTimeToReadAndToWrite() {
        look(state(List.of(2L, 1L), List.of(0L, 0L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(9L, 2L), List.of(5L, 5L), List.of(5L, 4L)));

        // Two are not read, of shard 1, which reads one in ten seconds; a lane gets one of them.
        assertThat(view.timeLeft())
                .contains(new TimeLeft(Duration.ofSeconds(20), Duration.ofSeconds(20), "source shard 1"));
    }

    @Test
    void whatIsNotReadYetComesToEveryLaneInEqualParts() {
        look(state(List.of(-1L, -1L), List.of(0L, 0L), List.of(0L, 0L)));
        RunView view = lookAfter(10, state(List.of(8L, 3L), List.of(7L, 6L), List.of(5L, 1L)));

        // Five records wait for lane 1, which writes one in ten seconds, and it gets one of the two that are not read.
        assertThat(view.timeLeft()).contains(new TimeLeft(Duration.ofSeconds(60), Duration.ofSeconds(60), "lane 1"));
    }

    @Test
    void keysOfTheControlTopicThatNobodyKnowsDoNotMatter() {
        said.put("something else", "new".getBytes(UTF_8));

        assertThat(look(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L)))
                        .run())
                .isEqualTo("cities");
    }

    private RunView lookAfter(int seconds, RunState state) {
        nanos += seconds * 1_000_000_000L;
        return look(state);
    }

    private RunView look(RunState state) {
        return maker.next(state, meter.add(state), new ControlRecords(said), observed);
    }
}
