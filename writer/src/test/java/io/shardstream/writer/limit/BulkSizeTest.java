package io.shardstream.writer.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BulkSizeTest {
    private static final long MIB = 1 << 20;

    @Test
    void itGrowsAsLongAsAByteCostsLessInALargerBulk() {
        BulkSize size = new BulkSize(5 * MIB);
        sample(size, 2000, 500, 1.0 / MIB);
        assertThat(size.bytes()).isEqualTo(5 * MIB);
    }

    @Test
    void itGoesBackWhereALargerBulkDoesNotPay() {
        BulkSize size = new BulkSize(5 * MIB);
        sample(size, 31, 0, 100.0 / MIB);
        assertThat(size.bytes()).isEqualTo(MIB * 5 / 4);
        sample(size, 1, 0, 100.0 / MIB);
        assertThat(size.bytes()).isEqualTo(MIB);
    }

    @Test
    void bulksThatAreFarFromFullSayNothing() {
        BulkSize size = new BulkSize(5 * MIB);
        for (int i = 0; i < 16; i++) {
            size.taken(MIB / 2, 1);
        }
        assertThat(size.bytes()).isEqualTo(MIB);
    }

    @Test
    void aSizeThatDidNotPayIsTriedAgainAfterAWhile() {
        BulkSize size = new BulkSize(5 * MIB);
        sample(size, 32, 0, 100.0 / MIB);
        for (int i = 0; i < 8; i++) {
            assertThat(size.bytes()).isEqualTo(MIB);
            sample(size, 16, 0, 100.0 / MIB);
        }
        assertThat(size.bytes()).isEqualTo(MIB);
        sample(size, 16, 0, 100.0 / MIB);
        assertThat(size.bytes()).isEqualTo(MIB * 5 / 4);
    }

    @Test
    void wantOfMemoryHalvesItForAWhile() {
        BulkSize size = new BulkSize(5 * MIB);
        size.halve();
        assertThat(size.bytes()).isEqualTo(MIB / 2);
        sample(size, 8 * 16, 500, 1.0 / MIB);
        assertThat(size.bytes()).isEqualTo(MIB / 2);
        sample(size, 16, 500, 1.0 / MIB);
        assertThat(size.bytes()).isEqualTo(MIB * 5 / 8);
    }

    @Test
    void halfOfWhatWasTooLargeIsTheMostForAWhile() {
        BulkSize size = new BulkSize(5 * MIB);
        size.tooLarge(MIB);
        size.tooLarge(MIB);
        assertThat(size.bytes()).isEqualTo(MIB / 2);
        sample(size, 60 * 16, 500, 1.0 / MIB);
        assertThat(size.bytes()).isEqualTo(MIB / 2);
    }

    @Test
    void aLimitThatIsGoneIsFoundOutStepByStep() {
        BulkSize size = new BulkSize(5 * MIB);
        size.tooLarge(1000);
        assertThat(size.bytes()).isEqualTo(64 << 10);
        sample(size, 64 * 16 * 30, 500, 1.0 / MIB);
        assertThat(size.bytes()).isEqualTo(5 * MIB);
    }

    @Test
    void whereALargerSizeIsRefusedAgainTheSizeThatWasTakenIsTheMost() {
        BulkSize size = new BulkSize(5 * MIB);
        size.tooLarge(MIB);
        while (size.bytes() == MIB / 2) {
            sample(size, 1, 500, 1.0 / MIB);
        }
        assertThat(size.bytes()).isEqualTo(MIB * 5 / 8);
        size.tooLarge(MIB * 5 / 8);
        assertThat(size.bytes()).isEqualTo(MIB / 2);
        size.tooLarge(MIB / 2);
        assertThat(size.bytes()).isEqualTo(MIB / 4);
    }

    @Test
    void itHasALeast() {
        BulkSize size = new BulkSize(5 * MIB);
        size.tooLarge(100);
        assertThat(size.bytes()).isEqualTo(64 << 10);
        BulkSize small = new BulkSize(1000);
        small.halve();
        assertThat(small.bytes()).isEqualTo(1000);
    }

    @Test
    void anOperatorsNumberIsPositive() {
        assertThatThrownBy(() -> new BulkSize(0)).hasMessageContaining("got 0");
    }

    private static void sample(BulkSize size, int bulks, double fixedMillis, double millisPerByte) {
        for (int i = 0; i < bulks; i++) {
            size.taken(size.bytes(), Math.round(fixedMillis + size.bytes() * millisPerByte));
        }
    }
}
