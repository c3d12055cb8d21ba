package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final Instant DUE = Instant.EPOCH.plusSeconds(1_000);
    private final Turn turn = new Turn(Duration.ofSeconds(10), Duration.ofSeconds(15));

    @Test
    void aBlockThatLastsLongerThanItMayEndsATurnAfterHalfAMinuteMore() {
        turn.begins(Instant.EPOCH);
        assertThat(isOver(DUE)).isFalse();
        assertThat(isOver(DUE.plusSeconds(40))).isFalse();
        assertThat(isOver(DUE.plusSeconds(41))).isTrue();
    }

    @Test
    void whereNothingIsBlockedATurnHasNoEnd() {
        turn.begins(Instant.EPOCH);
        assertThat(turn.isOver(Instant.MAX, Optional.empty())).isFalse();
    }

    /// Whoever takes over a block that lasts for too long has just begun.
    @Test
    void whoTakesOverHasATurnToo() {
        Instant late = DUE.plusSeconds(500);
        turn.begins(late);
        assertThat(isOver(late.plusSeconds(30))).isFalse();
        assertThat(isOver(late.plusSeconds(31))).isTrue();
    }

    @Test
    void othersHaveTheTimeThatASilentControllerHas() {
        assertThat(turn.end(DUE)).isEqualTo(DUE.plusSeconds(20));
    }

    /// Who is alone leaves the run uncontrolled in between.
    @Test
    void eachTurnIsLongerThanTheOneBefore() {
        turn.begins(Instant.EPOCH);
        Instant _ = turn.end(DUE);
        assertThat(isOver(DUE.plusSeconds(70))).isFalse();
        assertThat(isOver(DUE.plusSeconds(71))).isTrue();
        for (int turns = 0; turns < 10; turns++) {
            Instant _ = turn.end(DUE);
        }
        assertThat(isOver(DUE.plusSeconds(310))).isFalse();
        assertThat(isOver(DUE.plusSeconds(311))).isTrue();
    }

    /// A process may work for weeks, and its cluster may have been away once.
    @Test
    void aNewBlockBeginsWithTheFirstTurn() {
        turn.begins(Instant.EPOCH);
        Instant _ = turn.end(DUE.minusSeconds(900));
        assertThat(isOver(DUE.minusSeconds(1))).isFalse();
        assertThat(isOver(DUE.plusSeconds(41))).isTrue();
    }

    private boolean isOver(Instant now) {
        return turn.isOver(now, Optional.of(DUE));
    }
}
