package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SteeringTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Throttle FROM_RUN_FILE = ThrottleText.changed(Throttle.NONE, Map.of("requests", "4"));

    private final Map<String, byte[]> topic = new HashMap<>();
    /// What others do between a look at the topic and the write that goes by it, one after the other.
    private final Deque<Runnable> meanwhile = new ArrayDeque<>();

    private final Steering one = new Steering("cities", this::read, FROM_RUN_FILE, () -> NOW);
    private final Steering other = new Steering("cities", this::read, FROM_RUN_FILE, () -> NOW);

    private SeenControl read() {
        return SeenInMemory.of(
                topic, () -> Optional.ofNullable(meanwhile.poll()).ifPresent(Runnable::run));
    }

    private Map<String, String> limits() {
        return ThrottleText.of(LimitsInForce.of(new ControlRecords(topic), FROM_RUN_FILE));
    }

    @Test
    void ofTwoLimitsThatAreSetAtTheSameMomentBothHold() {
        meanwhile.add(() -> other.throttle(Map.of("total", "5mb")));

        assertThat(one.throttle(Map.of("per-node", "1mb")))
                .startsWith("Run cities is throttled: per-node 1mb, total 5mb, requests 4.");
        assertThat(limits()).containsOnlyKeys("per-node", "requests", "total");
    }

    @Test
    void theRunFileHoldsAgainThoughALimitIsSetAtTheSameMoment() {
        meanwhile.add(() -> other.throttle(Map.of("total", "5mb")));

        assertThat(one.resetThrottle()).startsWith("Run cities is throttled: requests 4.");
        assertThat(limits()).containsOnlyKeys("requests");
    }

    /// An operator has a run file of its own, which says nothing of the run's hours and guard.
    @Test
    void whatIsNotNamedStaysAsTheProcessThatControlsTheRunHasIt() {
        Throttle ofRun = ThrottleText.changed(
                Throttle.NONE, Map.of("hours", "20:00-06:00", "time-zone", "UTC", "search-latency", "50ms"));
        topic.put(RunFileThrottle.KEY, new RunFileThrottle(ofRun).encode());

        assertThat(one.throttle(Map.of("per-node", "1mb")))
                .contains("hours", "search-latency", "per-node 1mb")
                .doesNotContain("requests", "by default", "not named");
        assertThat(LimitsInForce.of(new ControlRecords(topic), ofRun).objective())
                .isEqualTo(ofRun.objective());
        assertThat(limits()).containsKeys("hours", "per-node");
        assertThat(one.resetThrottle()).contains("search-latency").doesNotContain("per-node");
    }

    @Test
    void aGuardThatTheRunFileOfTheRunTakesAwayStaysAway() {
        topic.put(RunFileThrottle.KEY, new RunFileThrottle(Throttle.NONE.with(Objective.OFF)).encode());
        assertThat(one.throttle(Map.of("per-node", "1mb"))).endsWith("Production is not guarded.");
        assertThat(topic).containsKey(GuardOff.KEY);
    }

    @Test
    void whoeverChangesALimitFirstHearsWhoseRunFileCountsForTheRest() {
        assertThat(one.throttle(Map.of())).doesNotContain("not named");
        assertThat(one.throttle(Map.of("per-node", "1mb")))
                .contains("What was not named is now as this run file has it");
        assertThat(one.throttle(Map.of("per-node", "2mb"))).doesNotContain("not named");
    }

    @Test
    void toHearWhatHoldsChangesNothing() {
        assertThat(one.throttle(Map.of())).startsWith("Run cities is throttled: requests 4.");
        assertThat(topic).isEmpty();
    }

    @Test
    void aPauseIsRefusedIfACutOverBeginsAtTheSameMoment() {
        topic.put(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode());
        meanwhile.add(() -> topic.put(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode()));

        assertThatThrownBy(() -> one.pause("load test"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("is cutting over");
        assertThat(topic).doesNotContainKey(Pause.KEY);
    }

    @Test
    void aPauseThatIsSaidWhileTheRunIsLetGoOnIsSeenByWhoeverLetsItGoOn() {
        var _ = one.pause("load test");
        meanwhile.add(() -> other.pause("the disk is full"));

        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> one.resume(Optional.empty()))
                .withMessageContainingAll("was stopped for more since 'resume' looked", ": the disk is full.");
        assertThat(topic).containsKey(Pause.KEY);
        assertThat(meanwhile).isEmpty();

        assertThat(one.resume(Optional.empty()))
                .isEqualTo("Run cities goes on. It was paused for this: the disk is full.");
        assertThat(topic).doesNotContainKey(Pause.KEY);
    }

    @Test
    void whatHasStoppedTheRunSinceSomebodyLookedIsNotAccepted() {
        var _ = one.pause("");
        ControlRecords shown = read().records();
        String rejects = "9 documents are rejected.";
        topic.put(Blocked.key(Blocked.REJECTS), new Blocked(Blocked.REJECTS, rejects, NOW).encode());

        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> one.resume(Optional.empty(), shown))
                .withMessageEndingWith(rejects);
        assertThat(topic).containsKeys(Pause.KEY, Blocked.key(Blocked.REJECTS));

        assertThat(one.resume(Optional.empty(), read().records()))
                .isEqualTo("Run cities goes on. It was stopped for this: " + rejects);
        assertThat(topic).isEmpty();
    }

    @Test
    void whatHasStoppedTheRunSinceAPageHasShownItIsNotAccepted() {
        var _ = one.pause("");
        Optional<String> seen = StopMark.of(read().records());
        String rejects = "9 documents are rejected.";
        topic.put(Blocked.key(Blocked.REJECTS), new Blocked(Blocked.REJECTS, rejects, NOW).encode());

        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> one.resumeAsSeen(Optional.empty(), seen))
                .withMessageStartingWith("Nothing was changed")
                .withMessageEndingWith("It is paused since 2026-03-01T10:00:00Z. " + rejects);
        assertThat(topic).containsKeys(Pause.KEY, Blocked.key(Blocked.REJECTS));

        assertThat(one.resumeAsSeen(Optional.empty(), StopMark.of(read().records())))
                .isEqualTo("Run cities goes on. It was stopped for this: " + rejects);
        assertThat(topic).isEmpty();
    }

    @Test
    void whatSomebodyElseHasTakenBackByThenNeedsNoSecondLook() {
        var _ = one.pause("");
        Optional<String> seen = StopMark.of(read().records());
        var _ = other.resumeAsSeen(Optional.empty(), seen);

        assertThat(one.resumeAsSeen(Optional.empty(), seen)).isEqualTo("Run cities was not paused.");
    }

    @Test
    void aPartThatStaysStoppedIsNotAnsweredAsIfTheRunWentOn() {
        var _ = one.pause("");
        topic.put(Blocked.key("reader"), new Blocked("reader", "the source was restored.", NOW).encode());

        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> one.resumeAsSeen(Optional.empty(), Optional.empty()))
                .withMessage("Run cities goes on. A reader has stopped and is to be started again when its reason is"
                        + " gone: the source was restored.");
        assertThat(topic).containsOnlyKeys(Blocked.key("reader"));
        assertThat(StopMark.of(read().records())).isEmpty();
    }

    /// As another process that takes over notes it.
    @Test
    void theSameReasonThatIsNotedAnewIsNoOther() {
        topic.put(Blocked.key(Blocked.REJECTS), new Blocked(Blocked.REJECTS, "9 are rejected.", NOW).encode());
        ControlRecords shown = read().records();
        topic.put(
                Blocked.key(Blocked.REJECTS),
                new Blocked(Blocked.REJECTS, "9 are rejected.", NOW.plusSeconds(9)).encode());

        assertThat(StopMark.of(read().records())).isEqualTo(StopMark.of(shown));
        assertThat(one.resume(Optional.empty(), shown)).endsWith("9 are rejected.");
    }

    @Test
    void ofTwoPausesAtTheSameMomentTheLaterHolds() {
        meanwhile.add(() -> other.pause("first"));

        assertThat(one.pause("second")).startsWith("Run cities is paused");
        assertThat(new ControlRecords(topic).pause()).contains(new Pause("second", NOW));
    }

    @Test
    void itIsGivenUpWhereSomebodyIsAlwaysFaster() {
        for (int i = 1; i <= 5; i++) {
            String requests = Integer.toString(i);
            meanwhile.add(() -> topic.put(
                    Throttle.KEY,
                    ThrottleText.changed(Throttle.NONE, Map.of("requests", requests))
                            .encode()));
        }

        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> one.throttle(Map.of("total", "5mb")))
                .withMessageContaining("Nothing was changed")
                .withMessageEndingWith("Give 'throttle' once more.");
    }
}
