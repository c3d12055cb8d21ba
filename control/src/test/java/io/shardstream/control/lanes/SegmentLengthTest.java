package io.shardstream.control.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SegmentLengthTest {
    private static final long MIB = 1 << 20;

    @Test
    void segmentsOfManyLanesAreShorter() {
        assertThat(SegmentLength.of(1, 2 * MIB)).isEqualTo(1024 * MIB);
        assertThat(SegmentLength.of(8, 2 * MIB)).isEqualTo(128 * MIB);
        assertThat(SegmentLength.of(1024, 2 * MIB)).isEqualTo(32 * MIB);
    }

    @Test
    void aSegmentHoldsTheLargestBatch() {
        assertThat(SegmentLength.of(1024, 100 * MIB)).isEqualTo(200 * MIB);
        assertThat(SegmentLength.of(1, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    }
}
