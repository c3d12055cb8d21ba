package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The pace of a process whose run file says nothing of the guard.
class DefaultGuardPaceTest {
    private static final int MIB = 1 << 20;
    private static final long FREE = Long.MAX_VALUE;

    private final Map<String, byte[]> topic = new HashMap<>();
    private ControlRecords said = ControlRecords.NONE;
    private Instant now = Instant.parse("2026-07-01T12:00:00Z");
    private Pace pace = of(Throttle.NONE);

    private Pace of(Throttle fromRunFile) {
        Pace made = new Pace(Side.SOURCE, 1, fromRunFile, () -> said, () -> now);
        made.holds(List.of(new Holding("n1", 1, 1), new Holding("n2", 1, 1)));
        return made;
    }

    @Test
    void whoHasHeardNothingDoesNotWait() {
        assertThat(pace.isOpen("n1")).isTrue();
        assertThat(pace.most("n1")).isEqualTo(FREE);
    }

    @Test
    void whatWasFoundHoldsWhereItWasFoundAndNowhereElse() {
        find(now, new Finding(Side.SOURCE, "n1", MIB, true, "busy"), new Finding(Side.TARGET, "n2", 9, true, "busy"));
        assertThat(pace.most("n1")).isEqualTo(MIB);
        assertThat(pace.most("n2")).isEqualTo(FREE);
        assertThat(pace.most("")).isEqualTo(FREE);
        pace.isOpen("n1");
        pace.take("n1", 9 * MIB);
        assertThat(pace.closedBy("n1")).contains(new Limiter(Limiter.Kind.GUARD, "n1"));
        assertThat(pace.isOpen("n2")).isTrue();
    }

    @Test
    void itHoldsBesideALimitByHand() {
        topic.put(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("per-node", "2mb")).encode());
        find(now, new Finding(Side.SOURCE, "n1", MIB, true, "busy"));
        assertThat(pace.most("n1")).isEqualTo(MIB);
        assertThat(pace.most("n2")).isEqualTo(2 * MIB);
    }

    @Test
    void whatIsNotRenewedForHalfAMinuteLimitsNothing() {
        find(now, new Finding(Side.SOURCE, "n1", MIB, true, "busy"));
        assertThat(pace.most("n1")).isEqualTo(MIB);
        now = now.plusSeconds(31);
        assertThat(pace.most("n1")).isEqualTo(FREE);
        assertThat(pace.isOpen("n1")).isTrue();
    }

    @Test
    void whatAControllerThatDiedHasLeftIsNotHeardByAProcessThatBegins() {
        find(now.minusSeconds(60), new Finding(Side.SOURCE, "n1", MIB, true, "busy"));
        assertThat(pace.most("n1")).isEqualTo(FREE);
        find(now.minusSeconds(50), new Finding(Side.SOURCE, "n1", MIB, true, "busy"));
        assertThat(pace.most("n1")).as("renewed, by a clock that is behind").isEqualTo(MIB);
    }

    @Test
    void nothingThatIsFoundStopsTheRun() {
        find(now, new Finding(Side.SOURCE, "n1", 0, true, "found while somebody had asked for it"));
        assertThat(pace.most("n1")).isEqualTo(256 << 10);
    }

    @Test
    void nothingIsLimitedAnyMoreWhenNothingIsFound() {
        find(now, new Finding(Side.SOURCE, "n1", MIB, true, "busy"));
        assertThat(pace.most("n1")).isEqualTo(MIB);
        find(now);
        assertThat(pace.most("n1")).isEqualTo(FREE);
    }

    @Test
    void whoHasSaidThatTheGuardIsOffIsNotLimited() {
        find(now, new Finding(Side.SOURCE, "n1", MIB, true, "busy"));
        pace = of(Throttle.NONE.with(Objective.OFF));
        assertThat(pace.most("n1")).isEqualTo(FREE);
        pace = of(Throttle.NONE);
        topic.put(Throttle.KEY, Throttle.NONE.encode());
        topic.put(GuardOff.KEY, new GuardOff().encode());
        said = new ControlRecords(topic);
        assertThat(pace.most("n1")).isEqualTo(FREE);
    }

    private void find(Instant at, Finding... findings) {
        topic.put(GuardFindings.KEY, new GuardFindings(at, List.of(findings)).encode());
        said = new ControlRecords(topic);
    }
}
