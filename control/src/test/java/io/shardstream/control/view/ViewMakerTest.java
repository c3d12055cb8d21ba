package io.shardstream.control.view;

import static io.shardstream.control.state.RunStates.state;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Blocked;
import io.shardstream.common.record.Outcome;
import io.shardstream.common.record.Pause;
import io.shardstream.common.record.PrimaryNodes;
import io.shardstream.common.record.Side;
import io.shardstream.common.record.Throttle;
import io.shardstream.control.ledger.LaneAccount;
import io.shardstream.control.ledger.LedgerSums;
import io.shardstream.control.progress.ProgressMeter;
import io.shardstream.control.state.RunState;
import io.shardstream.control.view.Bottleneck.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ViewMakerTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final MemberView READER = new MemberView("reader", "r", List.of(0, 1), "reader.windows-in-flight");
    private static final MemberView WRITER = new MemberView("writer", "w", List.of(0, 1), "");
    private static final NodeLoad OVERLOADED = new NodeLoad(8, 8, 40, 900, "a full queue");

    private final Map<String, byte[]> said =
            new HashMap<>(Map.of(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of("n1", "n2")).encode()));
    private long nanos;
    private Observed observed = new Observed(Optional.empty(), List.of(READER, WRITER), Map.of(), List.of());
    private final ProgressMeter meter = new ProgressMeter(() -> nanos, Duration.ofSeconds(20));
    private final ViewMaker maker =
            new ViewMaker("cities", 1_000_000, Throttle.NONE, () -> NOW.plusNanos(nanos), () -> nanos);

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
    void theLedgerIsShownWhereItIsKept() {
        LaneAccount lane = new LaneAccount();
        lane.add(new Outcome(0, 0, 3, 2, 1, 0, 300, 1, "n1"));
        observed = new Observed(
                Optional.of(new LedgerSums(Map.of(0, lane), Map.of(), Map.of())), List.of(), Map.of(), List.of());

        RunView view = look(state(List.of(9L, 1L), List.of(7L, 5L), List.of(3L, 4L)));

        assertThat(view.accounted().orElseThrow().superseded()).isEqualTo(1);
        assertThat(view.lanes().getFirst().accounted().orElseThrow().applied()).isEqualTo(2);
        assertThat(view.lanes().getLast().accounted()).isEmpty();
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
        observed = new Observed(Optional.empty(), List.of(READER, WRITER), Map.of("n2", OVERLOADED), List.of());
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
    void thatNobodyWritesIsTold() {
        observed = new Observed(Optional.empty(), List.of(READER), Map.of(), List.of());

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
