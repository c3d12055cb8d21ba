package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BacklogLimitTest {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    @Test
    void whatTheRunFileSaysHolds() {
        BacklogLimit limit = new BacklogLimit(OptionalLong.of(5), OptionalLong.of(1));
        assertThat(limit.now(OptionalDouble.of(0))).isEqualTo(5);
        assertThat(limit.now(OptionalDouble.empty())).isEqualTo(5);
        assertThat(BacklogLimit.of(7).most()).isEqualTo(7);
        assertThatIllegalArgumentException().isThrownBy(() -> BacklogLimit.of(0));
    }

    @Test
    void fiveMinutesOfWritingMayWaitAndNeverMoreThanTenGibibytes() {
        BacklogLimit limit = new BacklogLimit(OptionalLong.empty(), UNKNOWN);
        assertThat(limit.now(OptionalDouble.of(10 * MIB))).isEqualTo(3000 * MIB);
        assertThat(limit.now(OptionalDouble.of(GIB))).isEqualTo(10 * GIB);
    }

    @Test
    void whileNothingIsWrittenALittleMayWait() {
        BacklogLimit limit = new BacklogLimit(OptionalLong.empty(), UNKNOWN);
        assertThat(limit.now(OptionalDouble.of(0))).isEqualTo(256 * MIB);
    }

    @Test
    void aTenthOfWhatIsFreeIsNeverExceeded() {
        BacklogLimit limit = new BacklogLimit(OptionalLong.empty(), OptionalLong.of(20 * GIB));
        assertThat(limit.most()).isEqualTo(2 * GIB);
        assertThat(limit.now(OptionalDouble.of(GIB))).isEqualTo(2 * GIB);
        assertThat(new BacklogLimit(OptionalLong.empty(), OptionalLong.of(GIB)).now(OptionalDouble.of(0)))
                .isEqualTo(GIB / 10);
        assertThat(new BacklogLimit(OptionalLong.empty(), OptionalLong.of(0)).most())
                .isEqualTo(MIB);
    }

    @Test
    void whereItIsNotKnownHowFastIsWrittenTheOthersCount() {
        assertThat(new BacklogLimit(OptionalLong.empty(), UNKNOWN).now(OptionalDouble.empty()))
                .isEqualTo(10 * GIB);
    }
}
