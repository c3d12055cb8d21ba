package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.TargetReach;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetNumbersTest {
    private static final TargetReach BEFORE = new TargetReach(List.of(10L, 20L, 30L, 40L));
    private static final TargetNumbers NOW =
            new TargetNumbers(List.of(11L, 5L, -1L, 5L), List.of(12L, 20L, Long.MAX_VALUE, 6L));

    @Test
    void aShardHasLostSomethingIfItHasGivenOutLessThanWasSettled() {
        assertThat(NOW.lostSince(BEFORE)).containsExactly(3);
        assertThat(NOW.lostSince(TargetReach.NONE)).isEmpty();
        assertThat(TargetNumbers.NONE.lostSince(BEFORE)).isEmpty();
    }

    @Test
    void whatIsSettledStaysSoButInAShardThatBeginsAnew() {
        assertThat(NOW.after(BEFORE, List.of(3)).settled()).containsExactly(11L, 20L, 30L, 5L);
        assertThat(NOW.after(TargetReach.NONE, List.of()).settled()).containsExactly(11L, 5L, -1L, 5L);
        assertThat(TargetNumbers.NONE.after(BEFORE, List.of())).isEqualTo(BEFORE);
    }

    @Test
    void oneShardCanBeToldByAnotherAnswerOrByNone() {
        assertThat(NOW.with(1, 7, 8))
                .isEqualTo(new TargetNumbers(List.of(11L, 7L, -1L, 5L), List.of(12L, 8L, Long.MAX_VALUE, 6L)));
        assertThat(NOW.without(0).tells(0)).isFalse();
        assertThat(NOW.tells(0)).isTrue();
        assertThat(TargetNumbers.NONE.without(1).settled()).containsExactly(-1L, -1L);
    }
}
