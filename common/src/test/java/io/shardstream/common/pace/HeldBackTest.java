package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;

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
    void itIsNamedWithItsNode() {
        assertThat(NODE).hasToString("node n2: a full queue");
        assertThat(Limiter.of(Limiter.Kind.SCHEDULE)).hasToString("the schedule");
    }
}
