package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitsInForceTest {
    private static final Throttle UNSAID = Throttle.NONE;
    private static final Throttle OFF = Throttle.NONE.with(Objective.OFF);
    private static final Throttle ASKED = ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%"));
    private static final Throttle SLOW = ThrottleText.changed(Throttle.NONE, Map.of("per-node", "1mb"));

    private final Map<String, byte[]> topic = new HashMap<>();

    @Test
    void theRunFileCountsUntilSomebodySaysSomething() {
        assertThat(guard(UNSAID)).isEqualTo(Guard.DEFAULT);
        assertThat(guard(OFF)).isEqualTo(Guard.OFF);
        assertThat(guard(ASKED)).isEqualTo(Guard.ASKED);
    }

    @Test
    void anotherLimitChangesNothingAboutTheGuard() {
        command(SLOW);
        assertThat(guard(UNSAID)).isEqualTo(Guard.DEFAULT);
        assertThat(guard(OFF)).isEqualTo(Guard.OFF);
        assertThat(LimitsInForce.of(new ControlRecords(topic), OFF).perNode()).hasValue(1 << 20);
    }

    @Test
    void anObjectiveThatIsSetCountsWhateverWasSaidBefore() {
        command(OFF);
        topic.put(Throttle.KEY, ASKED.encode());
        assertThat(guard(OFF)).isEqualTo(Guard.ASKED);
        assertThat(guard(UNSAID)).isEqualTo(Guard.ASKED);
    }

    @Test
    void whoTakesTheObjectiveAwayGetsNoGuardByDefault() {
        command(ThrottleText.changed(ASKED, Map.of("cpu", "none")));
        assertThat(guard(UNSAID)).isEqualTo(Guard.OFF);
        assertThat(guard(ASKED)).isEqualTo(Guard.OFF);
    }

    @Test
    void anEarlierVersionThatTakesTheObjectiveOfTheRunFileAwayMeansThatToo() {
        topic.put(Throttle.KEY, UNSAID.encode());
        assertThat(guard(ASKED)).isEqualTo(Guard.OFF);
        assertThat(guard(UNSAID)).isEqualTo(Guard.DEFAULT);
    }

    @Test
    void whatWasSaidOfTheGuardIsTakenBackWithTheLimits() {
        topic.put(GuardOff.KEY, new GuardOff().encode());
        assertThat(guard(UNSAID)).as("an earlier version has reset the limits").isEqualTo(Guard.DEFAULT);
    }

    @Test
    void afterACommandTheGuardIsThatOfTheProcessThatControlsTheRun() {
        topic.put(RunFileThrottle.KEY, new RunFileThrottle(UNSAID).encode());
        assertThat(guard(OFF))
                .as("each by its own until somebody says something")
                .isEqualTo(Guard.OFF);
        command(SLOW);
        assertThat(guard(OFF)).isEqualTo(Guard.DEFAULT);
        assertThat(guard(ASKED)).isEqualTo(Guard.DEFAULT);
        topic.put(RunFileThrottle.KEY, new RunFileThrottle(OFF).encode());
        assertThat(guard(UNSAID)).isEqualTo(Guard.OFF);
    }

    private Guard guard(Throttle fromRunFile) {
        return LimitsInForce.of(new ControlRecords(topic), fromRunFile)
                .objective()
                .guard();
    }

    /// As a command of this version writes it.
    private void command(Throttle throttle) {
        topic.put(Throttle.KEY, throttle.encode());
        topic.remove(GuardOff.KEY);
        if (throttle.objective().isOff()) {
            topic.put(GuardOff.KEY, new GuardOff().encode());
        }
    }
}
