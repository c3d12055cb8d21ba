package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.compare.scan.DocumentKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

    @Test
    void theFirstThatDifferAreNamedAndThatThereAreMore() {
        VerificationReport few = report(
                Map.of(Kind.MISSING, 1L, Kind.FOREIGN, 1L, Kind.REJECTED, 1L),
                0,
                List.of(difference(Kind.REJECTED, "r"), difference(Kind.MISSING, "m"), difference(Kind.FOREIGN, "f")));
        assertThat(few.firstNamed(_ -> true))
                .isEqualTo("'m' is " + Kind.MISSING.label() + ", 'f' is " + Kind.FOREIGN.label());
        assertThat(few.firstNamed(kind -> !kind.isRepairable())).isEqualTo("'f' is " + Kind.FOREIGN.label());
        assertThat(report(Map.of(), 0, List.of()).firstNamed(_ -> true)).isEmpty();
        VerificationReport many = report(
                Map.of(Kind.MISSING, 9L),
                0,
                IntStream.range(0, 9)
                        .mapToObj(number -> difference(Kind.MISSING, "m" + number))
                        .toList());
        assertThat(many.firstNamed(_ -> true)).endsWith("'m2' is " + Kind.MISSING.label() + " ...");
    }

    private static DocumentDifference difference(Kind kind, String id) {
        return new DocumentDifference(kind, new DocumentKey(Bytes.utf8(id), null), 0, 1, 1);
    }

    private static Verified record(Map<Kind, Long> counts, long unjudged) {
        return report(counts, unjudged, List.of()).record("docs", 2, List.of(5L));
    }

    private static VerificationReport report(Map<Kind, Long> counts, long unjudged, List<DocumentDifference> first) {
        return new VerificationReport(
                Instant.EPOCH, Instant.EPOCH, false, Map.of(0, 9L), 10_000, 9_999, 100, unjudged, 0, counts, 0, first);
    }
}
