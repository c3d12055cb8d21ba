package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final int LANES = 4;
    private static final int MIB = 1 << 20;

    private final Map<String, byte[]> topic = new HashMap<>();
    private ControlRecords said = ControlRecords.NONE;
    private Instant now = Instant.parse("2026-07-01T12:00:00Z");
    private final Pace pace = new Pace(Side.TARGET, LANES, Throttle.NONE, () -> said, () -> now);

    @Test
    void withoutLimitsNothingIsHeldBack() {
        holdAll();
        assertThat(sentWithin(Duration.ofSeconds(1), MIB)).isGreaterThan(500L * MIB);
        assertThat(pace.most("n1")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aNodeGetsNoMoreThanItsRateWhateverTheSizeOfRequests() {
        holdAll();
        throttle(Map.of("per-node", "2mb"));
        assertThat(sentWithin(Duration.ofSeconds(30), 10_000)).isBetween(59L * MIB, 61L * MIB);
        assertThat(sentWithin(Duration.ofSeconds(30), 10 * MIB)).isBetween(50L * MIB, 70L * MIB);
    }

    @Test
    void theRateOfANodeIsDividedByTheLanesThatProcessesHoldThere() {
        pace.holds(List.of(new Holding("n1", 1, 2)));
        throttle(Map.of("per-node", "2mb"));
        assertThat(sentWithin(Duration.ofSeconds(30), 10_000)).isBetween(29L * MIB, 31L * MIB);
    }

    @Test
    void theRateOfAllNodesIsDividedByAllLanes() {
        pace.holds(List.of(new Holding("n1", 1, 1)));
        throttle(Map.of("total", "4mb"));
        assertThat(sentWithin(Duration.ofSeconds(30), 10_000)).isBetween(29L * MIB, 31L * MIB);
    }

    @Test
    void oneNodeThatHasUsedItsRateLeavesAnotherItsOwn() {
        pace.holds(List.of(new Holding("n1", 2, 2), new Holding("n2", 2, 2)));
        throttle(Map.of("per-node", "1mb"));
        pass(Duration.ofMillis(10));
        pace.take("n1", MIB).end();
        assertThat(pace.isOpen("n1")).isFalse();
        assertThat(pace.isOpen("n2")).isTrue();
    }

    @Test
    void whatIsInTheWayIsNamed() {
        pace.holds(List.of(new Holding("n1", 4, 4)));
        assertThat(pace.closedBy("n1")).isEmpty();
        throttle(Map.of("hours", "22:00-06:00", "time-zone", "UTC"));
        assertThat(pace.closedBy("n1")).contains(Limiter.of(Limiter.Kind.SCHEDULE));
        throttle(Map.of("total", "0b"));
        assertThat(pace.closedBy("n1")).contains(Limiter.of(Limiter.Kind.THROTTLE));
        throttle(Map.of("per-node", "0b"));
        assertThat(pace.closedBy("n1")).contains(new Limiter(Limiter.Kind.THROTTLE, "n1"));
        throttle(Map.of("requests", "1"));
        Pace.Turn turn = pace.take("n1", 1);
        assertThat(pace.closedBy("n1")).contains(new Limiter(Limiter.Kind.THROTTLE, "n1"));
        turn.end();
        assertThat(pace.closedBy("n1")).isEmpty();
    }

    @Test
    void theGuardIsInTheWayOnlyWhereItAllowsLessThanTheThrottle() {
        holdAll();
        throttle(Map.of("search-latency", "50ms", "per-node", "1mb"));
        find(new Finding(Side.TARGET, "n1", 2 * MIB, false, "calm"));
        pace.isOpen("n1");
        pace.take("n1", MIB);
        assertThat(pace.closedBy("n1")).contains(new Limiter(Limiter.Kind.THROTTLE, "n1"));
        find(new Finding(Side.TARGET, "n1", MIB / 2, false, "search latency"));
        assertThat(pace.closedBy("n1")).contains(new Limiter(Limiter.Kind.GUARD, "n1"));
    }

    @Test
    void theGuardOfARunThatHasEndedIsInNobodysWay() {
        holdAll();
        throttle(Map.of("search-latency", "50ms", "per-node", "1mb"));
        assertThat(pace.isOpen("n1")).isFalse();
        say(Phase.COMPLETED);
        pass(Duration.ofSeconds(1));
        assertThat(pace.isOpen("n1")).isTrue();
        assertThat(pace.most("n1")).isEqualTo(MIB);
    }

    @Test
    void whatTurnsOutLargerThanExpectedIsWaitedForAndWhatTurnsOutSmallerIsGivenBack() {
        holdAll();
        throttle(Map.of("per-node", "1mb"));
        pass(Duration.ofMillis(500));
        pace.take("n1", MIB).end(3 * MIB);
        pass(Duration.ofMillis(2400));
        assertThat(pace.isOpen("n1")).isFalse();
        pass(Duration.ofMillis(200));
        assertThat(pace.isOpen("n1")).isTrue();
        pace.take("n1", 100 * MIB).end(0);
        assertThat(pace.isOpen("n1")).isTrue();
    }

    @Test
    void whatIsNotUsedIsSavedUpForHalfASecondAtMost() {
        holdAll();
        throttle(Map.of("per-node", "10mb"));
        pass(Duration.ofHours(1));
        assertThat(sentWithin(Duration.ZERO, 100_000)).isBetween(5L * MIB, 5L * MIB + 100_000);
    }

    @Test
    void aRateOfNothingLetsNothingBeginUntilItIsLifted() {
        holdAll();
        throttle(Map.of("total", "0b"));
        assertThat(sentWithin(Duration.ofHours(1), MIB)).isZero();
        throttle(Map.of());
        assertThat(pace.isOpen("n1")).isTrue();
    }

    @Test
    void anotherRateHoldsAtOnce() {
        holdAll();
        throttle(Map.of("per-node", "1mb"));
        sentWithin(Duration.ofSeconds(5), 10_000);
        throttle(Map.of("per-node", "8mb"));
        assertThat(sentWithin(Duration.ofSeconds(10), 10_000)).isBetween(79L * MIB, 81L * MIB);
    }

    @Test
    void theControlTopicStandsForAllThatTheRunFileSays() {
        Throttle fromRunFile = ThrottleText.changed(Throttle.NONE, Map.of("total", "0b"));
        Pace limited = new Pace(Side.TARGET, LANES, fromRunFile, () -> said, () -> now);
        assertThat(limited.isOpen("n1")).isFalse();
        throttle(Map.of("requests", "1"));
        assertThat(limited.isOpen("n1")).isTrue();
        topic.remove(Throttle.KEY);
        said = new ControlRecords(topic);
        assertThat(limited.isOpen("n1")).isFalse();
    }

    @Test
    void noMoreRequestsAreUnderWayToANodeThanAllowed() {
        pace.holds(List.of(new Holding("n1", 1, 2), new Holding("n2", 1, 1)));
        throttle(Map.of("requests", "4"));
        Pace.Turn first = pace.take("n1", 1);
        assertThat(pace.isOpen("n1")).isTrue();
        pace.take("n1", 1);
        assertThat(pace.isOpen("n1")).isFalse();
        assertThat(pace.isOpen("n2")).isTrue();
        first.end();
        assertThat(pace.isOpen("n1")).isTrue();
    }

    @Test
    void eachProcessHasAPlaceSoThatItsLanesDoNotStandStill() {
        pace.holds(List.of(new Holding("n1", 1, 4)));
        throttle(Map.of("requests", "1"));
        assertThat(pace.isOpen("n1")).isTrue();
        pace.take("n1", 1);
        assertThat(pace.isOpen("n1")).isFalse();
    }

    @Test
    void outsideOfTheHoursNothingBegins() {
        holdAll();
        throttle(Map.of("hours", "22:00-06:00", "time-zone", "Europe/Zurich"));
        assertThat(pace.isOpen("n1")).isFalse();
        now = Instant.parse("2026-07-01T20:00:00Z");
        assertThat(pace.isOpen("n1")).isTrue();
        now = Instant.parse("2026-07-02T04:00:00Z");
        assertThat(pace.isOpen("n1")).isFalse();
    }

    @Test
    void aCutOverIsNeverHeldBack() {
        holdAll();
        throttle(Map.of("total", "0b", "requests", "1", "hours", "22:00-06:00", "time-zone", "UTC"));
        pace.take("n1", MIB);
        say(Phase.CUTTING_OVER);
        assertThat(pace.isOpen("n1")).isTrue();
        assertThat(pace.most("n1")).isEqualTo(Long.MAX_VALUE);
        say(Phase.CATCHING_UP);
        assertThat(pace.isOpen("n1")).isFalse();
    }

    @Test
    void oneRequestIsNoLargerThanWhatASecondAllows() {
        pace.holds(List.of(new Holding("n1", 1, 2), new Holding("n2", 2, 2)));
        throttle(Map.of("per-node", "8mb", "total", "6mb"));
        assertThat(pace.most("n1")).isEqualTo(4L * MIB);
        assertThat(pace.most("n2")).isEqualTo(Math.round(4.5 * MIB));
        throttle(Map.of("per-node", "1kb"));
        assertThat(pace.most("n1")).isEqualTo(64 << 10);
    }

    @Test
    void ofANodeThatIsNotKnownAProcessTakesTheLeastPart() {
        throttle(Map.of("per-node", "4mb"));
        assertThat(sentWithin(Duration.ofSeconds(30), 10_000)).isBetween(29L * MIB, 31L * MIB);
    }

    @Test
    void productionIsHeardOfForEachNodeAndTheLowerLimitHolds() {
        pace.holds(List.of(new Holding("n1", 2, 2), new Holding("n2", 1, 1)));
        throttle(Map.of("search-latency", "50ms", "per-node", "2mb"));
        find(
                new Finding(Side.TARGET, "n1", MIB, false, "slow"),
                new Finding(Side.TARGET, "n2", 9 * MIB, false, "fast"));
        assertThat(pace.most("n1")).isEqualTo(MIB);
        assertThat(pace.most("n2")).isEqualTo(2 * MIB);
    }

    @Test
    void whoIsGuardedDoesNothingBeforeAFindingOfItsOwnSide() {
        holdAll();
        throttle(Map.of("cpu", "80%"));
        assertThat(sentWithin(Duration.ofMinutes(1), 1)).isZero();
        find(new Finding(Side.SOURCE, "n1", MIB, false, ""));
        assertThat(sentWithin(Duration.ofSeconds(20), 1)).isZero();
        find(new Finding(Side.TARGET, "n1", MIB, false, ""));
        assertThat(sentWithin(Duration.ofSeconds(20), 10_000)).isBetween(19L * MIB, 21L * MIB);
    }

    @Test
    void aNodeThatIsNotMeasuredAnyMoreMayBeAskedAsMuchAsTheSlowestOne() {
        holdAll();
        throttle(Map.of("cpu", "80%"));
        find(new Finding(Side.TARGET, "n2", 2 * MIB, false, ""), new Finding(Side.TARGET, "n3", MIB, false, ""));
        assertThat(sentWithin(Duration.ofSeconds(20), 10_000)).isBetween(19L * MIB, 21L * MIB);
    }

    @Test
    void aFindingThatIsNotRenewedForHalfAMinuteAllowsNothing() {
        holdAll();
        throttle(Map.of("cpu", "80%"));
        find(new Finding(Side.TARGET, "n1", MIB, false, ""));
        sentWithin(Duration.ofSeconds(29), MIB);
        pass(Duration.ofSeconds(2));
        assertThat(sentWithin(Duration.ofMinutes(1), MIB)).isZero();
        find(new Finding(Side.TARGET, "n1", MIB, false, ""));
        assertThat(sentWithin(Duration.ofSeconds(20), 10_000)).isPositive();
    }

    @Test
    void whereANodeIsNotKnownTheLeastOfAllRatesHolds() {
        pace.holds(List.of(new Holding("", LANES, LANES)));
        throttle(Map.of("cpu", "80%"));
        find(new Finding(Side.TARGET, "n1", 5 * MIB, false, ""), new Finding(Side.TARGET, "n2", 2 * MIB, false, ""));
        assertThat(pace.most("")).isEqualTo(2L * MIB);
    }

    @Test
    void whatIsFoundOfAllNodesHoldsForThoseWithoutAFindingOfTheirOwn() {
        holdAll();
        throttle(Map.of("cpu", "80%"));
        find(new Finding(Side.TARGET, "", 2 * MIB, false, ""), new Finding(Side.TARGET, "n2", MIB, false, ""));
        assertThat(pace.most("n1")).isEqualTo(2L * MIB);
    }

    @Test
    void aCutOverIsNotHeldBackByTheGuardEither() {
        holdAll();
        throttle(Map.of("cpu", "80%"));
        assertThat(pace.isOpen("n1")).isFalse();
        say(Phase.CUTTING_OVER);
        assertThat(pace.isOpen("n1")).isTrue();
    }

    private void find(Finding... findings) {
        topic.put(GuardFindings.KEY, new GuardFindings(now, List.of(findings)).encode());
        said = new ControlRecords(topic);
    }

    private void holdAll() {
        pace.holds(List.of(new Holding("n1", LANES, LANES)));
    }

    private void throttle(Map<String, String> limits) {
        topic.put(Throttle.KEY, ThrottleText.changed(Throttle.NONE, limits).encode());
        said = new ControlRecords(topic);
    }

    private void say(Phase phase) {
        topic.put(RunPhase.KEY, new RunPhase(phase, 1, "").encode());
        said = new ControlRecords(topic);
    }

    private void pass(Duration time) {
        Stream.of("n1", "n2").forEach(pace::isOpen);
        now = now.plus(time);
    }

    /// Sends to n1 as much as it may.
    private long sentWithin(Duration time, long size) {
        Instant end = now.plus(time);
        long sent = 0;
        while (true) {
            for (int i = 0; i < 1000 && pace.isOpen("n1"); i++) {
                pace.take("n1", size).end();
                sent += size;
            }
            if (!now.isBefore(end)) {
                return sent;
            }
            now = now.plus(Duration.ofMillis(5));
        }
    }
}
