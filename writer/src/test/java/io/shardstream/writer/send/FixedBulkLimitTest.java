package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FixedBulkLimitTest {
    private final BulkLimit limit = new FixedBulkLimit(4, 8 << 20);

    @Test
    void theOperatorsNumbersStand() {
        limit.overloaded();
        limit.taken(1, 1);
        assertThat(limit.bulks()).isEqualTo(4);
        assertThat(limit.bulkBytes()).isEqualTo(8 << 20);
    }

    @Test
    void aRefusedSizeIsHalvedOnceHoweverManyBulksHadIt() {
        limit.tooLarge(8 << 20);
        limit.tooLarge(8 << 20);
        assertThat(limit.bulkBytes()).isEqualTo(4 << 20);
        limit.tooLarge(4 << 20);
        assertThat(limit.bulkBytes()).isEqualTo(2 << 20);
    }

    @Test
    void aRefusedSizeNeverRaisesItAndNeverMakesBulksTiny() {
        limit.tooLarge(100 << 20);
        assertThat(limit.bulkBytes()).isEqualTo(8 << 20);
        limit.tooLarge(1000);
        assertThat(limit.bulkBytes()).isEqualTo(64 << 10);
    }
}
