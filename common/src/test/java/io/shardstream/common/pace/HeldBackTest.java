package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HeldBackTest {
    private static final Limiter NODE = new Limiter(Limiter.Kind.OVERLOAD, "n2");

    private final HeldBack held = new HeldBack();

    @Test
    void whatWasInTheWayMostOftenIsToldOnce() {
        held.by(Limiter.of(Limiter.Kind.SCHEDULE));
        held.by(NODE);
        held.by(NODE);
        assertThat(held.most()).contains(NODE);
        assertThat(held.most()).isEmpty();
    }

    @Test
    void onlyWhatCameSinceItWasToldCounts() {
        held.by(NODE);
        held.by(NODE);
        var _ = held.most();
        held.by(Limiter.of(Limiter.Kind.SCHEDULE));
        assertThat(held.most()).contains(Limiter.of(Limiter.Kind.SCHEDULE));
    }

    @Test
    void howOftenItWasInAllIsKept() {
        held.by(NODE);
        var _ = held.most();
        held.by(NODE);
        assertThat(held.times()).isEqualTo(Map.of(NODE, 2L));
        assertThat(Limiter.Kind.UNDER_WAY.word()).isEqualTo("under-way");
    }

    @Test
    void itIsNamedWithItsNode() {
        assertThat(NODE).hasToString("node n2: a full queue");
        assertThat(Limiter.of(Limiter.Kind.SCHEDULE)).hasToString("the schedule");
    }
}
