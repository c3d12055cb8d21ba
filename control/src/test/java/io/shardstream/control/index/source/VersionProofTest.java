package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VersionProofTest {
    private static final long TIME = 1_700_000_000_000L;
    private static final long WORD = new VersionWord(1, 0, 7).value();

    @Test
    void versionsThatElasticsearchMayHaveCountedAreNoApplications() {
        assertThatThrownBy(() -> require(VersionMode.SOURCE, 10, 10, 9))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Shard 2 of source index 'i'")
                .hasMessageContaining("the lowest is 10")
                .hasMessageContaining("with 10 changes");
        assertThatCode(() -> require(VersionMode.SOURCE, 11, 11, 9)).doesNotThrowAnyException();
        assertThatCode(() -> require(VersionMode.SOURCE, TIME, TIME + 5, 9)).doesNotThrowAnyException();
    }

    /// It was deleted and made again by a client that gives no version.
    @Test
    void oneDocumentThatElasticsearchCountsIsEnough() {
        assertThatThrownBy(() -> require(VersionMode.SOURCE, 1, TIME, 9))
                .hasMessageContaining("the lowest is 1,")
                .hasMessageContaining("source.application-versions: true");
    }

    @Test
    void versionsThatARunMayHaveWrittenProveNothing() {
        assertThatThrownBy(() -> require(VersionMode.SOURCE, WORD, WORD + 3, 9))
                .hasMessageContaining("as those that a run of Shardstream has written may");
        assertThatThrownBy(() -> require(VersionMode.SOURCE, TIME, WORD, 9)).isInstanceOf(RunRefusedException.class);
        // Nanoseconds are beyond all words.
        assertThatCode(() -> require(VersionMode.SOURCE, TIME * 1_000_000, TIME * 1_000_000, 9))
                .doesNotThrowAnyException();
    }

    @Test
    void documentsThatWereChangedCannotOnlyBeCreated() {
        assertThatThrownBy(() -> require(VersionMode.CREATE, 1, 2, 9))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("first state");
        assertThatCode(() -> require(VersionMode.CREATE, 1, 1, 9)).doesNotThrowAnyException();
    }

    @Test
    void anEmptyShardProvesNothingAndNeedsNoProof() {
        VersionProof.Range none = new VersionProof.Range(OptionalLong.empty(), OptionalLong.empty());
        for (VersionMode mode : VersionMode.values()) {
            assertThatCode(() -> VersionProof.require(mode, "i", 0, none, 7)).doesNotThrowAnyException();
        }
    }

    private static void require(VersionMode mode, long lowest, long highest, long maxSeqNo) {
        VersionProof.require(mode, "i", 2, VersionProof.Range.of(lowest, highest), maxSeqNo);
    }
}
