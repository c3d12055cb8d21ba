package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetHistoriesTest {
    private static final TargetHistories FIRST = new TargetHistories(List.of("a", "", "c"));

    @Test
    void onlyShardsOfWhichBothTellCanHaveChanged() {
        assertThat(FIRST.changedUntil(new TargetHistories(List.of("x", "y", "c"))))
                .containsExactly(0);
        assertThat(FIRST.changedUntil(new TargetHistories(List.of("", "y", "z"))))
                .containsExactly(2);
        assertThat(FIRST.changedUntil(TargetHistories.NONE)).isEmpty();
        assertThat(TargetHistories.NONE.changedUntil(FIRST)).isEmpty();
    }

    @Test
    void whatIsNotToldStaysAsItWas() {
        assertThat(FIRST.and(new TargetHistories(List.of("", "y", "z"))))
                .isEqualTo(new TargetHistories(List.of("a", "y", "z")));
        assertThat(TargetHistories.NONE.and(FIRST)).isEqualTo(FIRST);
        assertThat(FIRST.and(TargetHistories.NONE)).isEqualTo(FIRST);
    }

    @Test
    void oneShardCanBeToldByAnotherAnswer() {
        assertThat(FIRST.with(2, "z")).isEqualTo(new TargetHistories(List.of("a", "", "z")));
        assertThat(FIRST.with(0, "")).isEqualTo(new TargetHistories(List.of("", "", "c")));
        assertThat(TargetHistories.NONE.with(1, "b")).isEqualTo(new TargetHistories(List.of("", "b")));
    }
}
