package io.shardstream.writer.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeLimitTest {
    private static final long MIB = 1 << 20;

    private long nanos = 500;
    private final NodeLimit limit = new NodeLimit(8, 5 * MIB, nanos);

    @Test
    void itGrowsWindowByWindow() {
        taken(100, 1);
        assertThat(limit.bulks(nanos)).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        assertThat(limit.bulks(nanos)).isEqualTo(2);
    }

    @Test
    void aWindowLastsAsLongAsABulk() {
        taken(3000, 1);
        pass(Duration.ofMillis(2900));
        assertThat(limit.bulks(nanos)).isEqualTo(1);
        pass(Duration.ofMillis(100));
        assertThat(limit.bulks(nanos)).isEqualTo(2);
    }

    @Test
    void aCutLastsAWholeWindow() {
        pass(Duration.ofMillis(900));
        limit.refused(Pressure.OVERLOAD, nanos);
        pass(Duration.ofMillis(900));
        assertThat(limit.bulks(nanos)).isZero();
        pass(Duration.ofMillis(100));
        assertThat(limit.bulks(nanos)).isEqualTo(1);
    }

    @Test
    void aNodeThatDoesNotAnswerIsAskedAllTheSame() {
        limit.refused(Pressure.UNANSWERED, nanos);
        assertThat(limit.bulks(nanos)).isEqualTo(1);
    }

    @Test
    void bulksOfWhichTwoInARowAreNotAnsweredAreSmaller() {
        limit.refused(Pressure.UNANSWERED, nanos);
        pass(Duration.ofSeconds(1));
        taken(100, 1);
        pass(Duration.ofSeconds(1));
        limit.refused(Pressure.UNANSWERED, nanos);
        limit.refused(Pressure.UNANSWERED, nanos);
        assertThat(limit.bulkBytes()).isEqualTo(MIB);
        pass(Duration.ofSeconds(1));
        limit.refused(Pressure.UNANSWERED, nanos);
        assertThat(limit.bulkBytes()).isEqualTo(MIB / 2);
    }

    @Test
    void aNodeWithTooLittleMemoryGetsSmallerBulks() {
        limit.refused(Pressure.MEMORY, nanos);
        assertThat(limit.bulks(nanos)).isZero();
        assertThat(limit.bulkBytes()).isEqualTo(MIB / 2);
    }

    @Test
    void manyRefusalsOfOneMomentHalveBulksOnce() {
        for (int i = 0; i < 8; i++) {
            limit.refused(Pressure.MEMORY, nanos);
        }
        assertThat(limit.bulkBytes()).isEqualTo(MIB / 2);
        pass(Duration.ofSeconds(1));
        limit.bulks(nanos);
        limit.refused(Pressure.MEMORY, nanos);
        assertThat(limit.bulkBytes()).isEqualTo(MIB / 4);
    }

    @Test
    void aBlockIsTriedWithOneBulkEveryFiveSecondsUntilItIsLifted() {
        grow();
        limit.refused(Pressure.BLOCK, nanos);
        assertThat(limit.bulks(nanos)).isZero();
        pass(Duration.ofMillis(4900));
        assertThat(limit.bulks(nanos)).isZero();
        pass(Duration.ofMillis(100));
        assertThat(limit.bulks(nanos)).isEqualTo(1);
        limit.refused(Pressure.BLOCK, nanos);
        assertThat(limit.bulks(nanos)).isZero();
        pass(Duration.ofSeconds(5));
        taken(100, 1);
        assertThat(limit.bulks(nanos)).isGreaterThan(1);
    }

    private void grow() {
        for (int i = 0; i < 4; i++) {
            taken(100, limit.bulks(nanos));
            pass(Duration.ofSeconds(1));
        }
        assertThat(limit.bulks(nanos)).isGreaterThan(3);
    }

    private void taken(long millis, int underWay) {
        limit.taken(MIB, millis, underWay, nanos);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
