package io.shardstream.control.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.console.view.Bottleneck.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventFinderTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Bottleneck SLOW = new Bottleneck(Stage.WRITE, "n2", "node n2 is written slowest");

    private final EventFinder finder = new EventFinder();
    private int seconds;
    private String phase = "backfill";
    private Optional<Controller> controller = Optional.of(new Controller(1, "here", START));
    private Optional<Pause> pause = Optional.empty();
    private List<Blocked> blocked = List.of();
    private Optional<Step> step = Optional.empty();
    private Map<String, String> limits = Map.of();
    private List<Finding> guard = List.of();
    private String nodeOfLane = "n1";
    private @Nullable List<MemberView> members = List.of();
    private Bottleneck bottleneck = Bottleneck.NONE;

    @Test
    void ofTheFirstLookNothingIsTold() {
        pause = Optional.of(new Pause("", START));

        assertThat(look()).isEmpty();
        assertThat(look()).isEmpty();
    }

    @Test
    void anotherPhaseIsTold() {
        look();
        phase = "catching-up";

        assertThat(look()).extracting(Event::kind, Event::sentence).containsExactly(tuple(Kind.PHASE, "catching-up"));
    }

    @Test
    void aPauseHidesThePhaseOnlyUntilItsEnd() {
        look();
        phase = "paused";
        List<Event> paused = look();
        phase = "backfill";
        List<Event> resumed = look();
        phase = "blocked";
        List<Event> blocked = look();
        phase = "catching-up";

        assertThat(paused).isEmpty();
        assertThat(resumed).isEmpty();
        assertThat(blocked).isEmpty();
        assertThat(look()).extracting(Event::kind, Event::sentence).containsExactly(tuple(Kind.PHASE, "catching-up"));
    }

    @Test
    void ofARunThatIsPausedAtFirstThePhaseIsNoNews() {
        phase = "paused";
        look();
        phase = "backfill";

        assertThat(look()).isEmpty();
    }

    @Test
    void aTakeOverNamesBothControllers() {
        look();
        controller = Optional.of(new Controller(2, "there", START));

        assertThat(look()).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(Kind.CONTROL);
            assertThat(event.sentence()).contains("there", "epoch 2", "before it here");
        });
    }

    @Test
    void aPauseAndItsEndAreTold() {
        look();
        pause = Optional.of(new Pause("load test", START));
        List<Event> begun = look();
        pause = Optional.empty();

        assertThat(begun).singleElement().extracting(Event::sentence).asString().contains("load test");
        assertThat(look()).singleElement().extracting(Event::kind).isEqualTo(Kind.PAUSE);
    }

    @Test
    void aBlockAndItsEndAreTold() {
        look();
        blocked = List.of(new Blocked("writer", "the disk is full", START));
        List<Event> begun = look();
        blocked = List.of();

        assertThat(begun).singleElement().extracting(Event::sentence).asString().contains("the disk is full");
        assertThat(look())
                .singleElement()
                .extracting(Event::sentence)
                .asString()
                .contains("not wait");
    }

    @Test
    void aStepThatIsTriedAgainIsToldOnce() {
        look();
        step = Optional.of(new Step("c-1", 1, 4, "swap", false, "", START));
        List<Event> begun = look();
        step = Optional.of(new Step("c-1", 1, 4, "swap", false, "", START.plusSeconds(1)));
        List<Event> again = look();
        step = Optional.of(new Step("c-1", 1, 4, "swap", true, "", START.plusSeconds(2)));

        assertThat(begun).singleElement().extracting(Event::sentence).isEqualTo("cut-over: swap");
        assertThat(again).isEmpty();
        assertThat(look()).singleElement().extracting(Event::sentence).isEqualTo("cut-over: swap, done");
    }

    @Test
    void otherLimitsAreTold() {
        look();
        limits = Map.of("total", "5mb");

        assertThat(look()).singleElement().extracting(Event::sentence).isEqualTo("the limits are now: total 5mb");
    }

    @Test
    void theGuardThatGivesWayIsToldOnceForBothSidesOfANode() {
        guard = found(false, 9);
        look();
        guard = found(true, 9);

        assertThat(look())
                .extracting(Event::kind, Event::sentence)
                .containsExactly(org.assertj.core.api.Assertions.tuple(
                        Kind.THROTTLE, "the guard gives way to production: guard.cpu on n1: 85% of 80%"));
        assertThat(look()).isEmpty();
    }

    @Test
    void soIsOneThatLetsNothingBeDoneSinceItKnowsNothing() {
        guard = found(false, 9);
        look();
        guard = found(false, 0);

        assertThat(look())
                .singleElement()
                .extracting(Event::sentence)
                .asString()
                .contains("gives way");
    }

    @Test
    void itHasRecoveredOnlyAfterAWhileInWhichItHadNoReason() {
        guard = found(true, 9);
        look();
        for (int i = 0; i < 5; i++) {
            guard = found(i % 2 == 0, 9);
            seconds += 20;
            assertThat(look()).isEmpty();
        }
        guard = found(false, 9);
        seconds += 28;
        List<Event> soon = look();

        assertThat(soon).isEmpty();
        assertThat(look())
                .singleElement()
                .extracting(Event::sentence)
                .isEqualTo("production has recovered, and the guard allows more again on n1");
        assertThat(look()).isEmpty();
    }

    @Test
    void ofManyNodesAFewAreNamed() {
        look();
        guard = IntStream.rangeClosed(1, 9)
                .mapToObj(i -> new Finding(Side.TARGET, "n" + i, 0, true, "n" + i + " is slow"))
                .toList();

        assertThat(look())
                .singleElement()
                .extracting(Event::sentence)
                .isEqualTo("the guard gives way to production: n1 is slow; n2 is slow; n3 is slow; and 6 more");
    }

    @Test
    void anObjectiveThatIsTakenAwayIsNoRecovery() {
        guard = found(true, 9);
        look();
        guard = List.of();
        seconds += 60;
        look();
        guard = found(false, 9);

        assertThat(look()).isEmpty();
    }

    @Test
    void aPrimaryThatMovesIsToldWithBothNodes() {
        look();
        nodeOfLane = "n7";

        assertThat(look())
                .singleElement()
                .extracting(Event::sentence)
                .isEqualTo("the primary of lane 0 is on n7 now, before it was on n1");
    }

    @Test
    void aNodeThatBecomesKnownIsNoRelocation() {
        nodeOfLane = "";
        look();
        nodeOfLane = "n1";

        assertThat(look()).isEmpty();
    }

    @Test
    void membersThatComeAndGoAreToldAndThatTheWorkIsDividedAnew() {
        members = List.of(writer("w1", 0, 1), writer("w2", 2, 3));
        look();
        members = List.of(writer("w1", 0, 1, 2, 3), writer("w3"));

        assertThat(look())
                .extracting(Event::sentence)
                .containsExactly(
                        "writer w3 has come",
                        "writer w2 is gone, it had 2 lanes",
                        "lanes are divided anew, 1 writer has others than before");
    }

    @Test
    void nobodyComesWhenItBecomesKnownWhoIsThere() {
        members = null;
        look();
        members = List.of(writer("w1", 0, 1));
        assertThat(look()).isEmpty();
        members = null;
        assertThat(look()).isEmpty();
    }

    @Test
    void aBottleneckIsToldWhenItStays() {
        look();
        bottleneck = SLOW;
        List<Event> atOnce = look();
        seconds += 8;
        List<Event> soon = look();
        seconds += 1;

        assertThat(atOnce).isEmpty();
        assertThat(soon).isEmpty();
        assertThat(look()).singleElement().extracting(Event::sentence).isEqualTo("node n2 is written slowest");
        assertThat(look()).isEmpty();
    }

    @Test
    void oneThatComesAndGoesIsNot() {
        look();
        for (int i = 0; i < 20; i++) {
            bottleneck = i % 2 == 0 ? SLOW : Bottleneck.NONE;
            seconds += 5;
            assertThat(look()).isEmpty();
        }
    }

    private static org.assertj.core.groups.Tuple tuple(Kind kind, String phase) {
        return org.assertj.core.api.Assertions.tuple(kind, "the run is " + phase);
    }

    private static List<Finding> found(boolean isMissed, long rate) {
        String reason = "guard.cpu on n1: 85% of 80%";
        return List.of(
                new Finding(Side.SOURCE, "n1", rate, isMissed, reason),
                new Finding(Side.TARGET, "n1", rate, isMissed, reason));
    }

    private static MemberView writer(String name, Integer... lanes) {
        return new MemberView("writer", name, List.of(lanes), "");
    }

    private List<Event> look() {
        seconds++;
        BacklogView none = new BacklogView(0, 0, OptionalDouble.of(0));
        Flow still = new Flow(0, 0, Rates.NONE, Rates.NONE);
        return finder.next(new RunView(
                "cities",
                START.plusSeconds(seconds),
                "cities",
                "cities-v2",
                new ControlTopicView(phase, "", controller, pause, blocked, step, limits, guard, Optional.empty()),
                0,
                0,
                still,
                none,
                1,
                still,
                0,
                0,
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                bottleneck,
                Optional.empty(),
                List.of(),
                List.of(new LaneView(0, nodeOfLane, 0, 0, none, Rates.NONE, Optional.empty())),
                List.of(),
                Optional.ofNullable(members),
                List.of()));
    }
}
