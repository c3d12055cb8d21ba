package io.shardstream.control.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Verified;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerificationReportTest {
    @Test
    void theRecordHoldsACheckpointForEveryShard() {
        Verified verified = record(Map.of(Kind.STALE_BY_REJECT, 3L), 0);

        assertThat(verified.checkpoints()).containsExactly(9L, -1L);
        assertThat(verified.offsets()).containsExactly(5L);
        assertThat(verified.differences()).isZero();
        assertThat(verified.rejects()).isEqualTo(3);
    }

    @Test
    void nothingCountsAsCoveredWhereSomethingDiffers() {
        assertThat(record(Map.of(Kind.MISSING, 1L), 0).offsets()).isEmpty();
    }

    @Test
    void whatIsNoDifferenceAndMayNotBeEqualIsInTheRecord() {
        assertThat(record(Map.of(Kind.REPLACED, 1L, Kind.UNSWEPT, 2L), 50_000).rest())
                .contains(new Verified.Rest(1, 50_000, 2));
        assertThat(record(Map.of(), 0).isEqual()).isTrue();
        assertThat(record(Map.of(), 50_000).isEqual()).isFalse();
        assertThat(record(Map.of(Kind.REJECTED, 500L), 0).isEqual()).isFalse();
    }

    private static Verified record(Map<Kind, Long> counts, long unjudged) {
        return new VerificationReport(
                        Instant.EPOCH,
                        Instant.EPOCH,
                        false,
                        Map.of(0, 9L),
                        10_000,
                        9_999,
                        100,
                        unjudged,
                        counts,
                        0,
                        List.of())
                .record("docs", 2, List.of(5L));
    }
}
