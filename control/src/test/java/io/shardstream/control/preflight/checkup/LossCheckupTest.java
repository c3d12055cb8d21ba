package io.shardstream.control.preflight.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.LastComparison;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.control.index.target.ShardHistories;
import io.shardstream.control.index.target.TargetNumbers;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossCheckupTest {
    private static final LastComparison AT_SWAP =
            new LastComparison("c-1", List.of(40L, 7L), new TargetHistories(List.of("a", "b")), 0);

    private static List<Finding> found(List<String> histories, Long... highest) {
        List<Long> numbers = List.of(highest);
        return LossCheckup.lost(
                RunStates.PLAN,
                "cities-before-1",
                AT_SWAP,
                new ShardHistories(new TargetHistories(histories), new TargetNumbers(numbers, numbers)));
    }

    @Test
    void aTargetThatHasGoneOnHasLostNothing() {
        assertThat(found(List.of("a", "b"), 40L, 900L)).isEmpty();
    }

    /// Its numbers are given out anew, however high they are.
    @Test
    void aShardWithANewHistoryMayHaveLostWhatItHad() {
        assertThat(found(List.of("a", "other"), 40L, 900L)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.LOST_SINCE_CUTOVER);
            assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
            assertThat(finding.what()).startsWith("Shard 1 of '").contains("has begun a new history");
            assertThat(finding.advice()).startsWith("Keep 'cities-before-1', which may be the last copy");
        });
    }

    @Test
    void aShardWithFewerNumbersHasLostDocuments() {
        assertThat(found(List.of("a", "b"), 39L, 7L))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what())
                        .contains("last sequence number of shard 0 was 40 then and is 39 now"));
    }

    @Test
    void aShardThatDoesNotTellIsNotJudged() {
        assertThat(found(List.of("", "b"), Long.MAX_VALUE, 7L)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.TARGET_UNKNOWN);
            assertThat(finding.severity()).isEqualTo(Severity.NOTES);
            assertThat(finding.what()).contains("shard 0 does not tell the last sequence number");
        });
    }

    /// As a proxy may answer with `{}`.
    @Test
    void aTargetThatTellsNothingIsNamedOnce() {
        assertThat(found(List.of())).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.TARGET_UNKNOWN);
            assertThat(finding.what()).contains("shards 0, 1 do not tell the last sequence number");
        });
    }
}
