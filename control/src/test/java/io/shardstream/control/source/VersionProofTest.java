package io.shardstream.control.source;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.version.VersionMode;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VersionProofTest {
    @Test
    void versionsThatElasticsearchMayHaveCountedAreNoApplications() {
        assertThatThrownBy(() -> require(VersionMode.SOURCE, 10, 9))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("Shard 2 of source index 'i'")
                .hasMessageContaining("the highest is 10")
                .hasMessageContaining("with 10 changes");
        assertThatCode(() -> require(VersionMode.SOURCE, 11, 9)).doesNotThrowAnyException();
    }

    @Test
    void documentsThatWereChangedCannotOnlyBeCreated() {
        assertThatThrownBy(() -> require(VersionMode.CREATE, 2, 9))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("first state");
        assertThatCode(() -> require(VersionMode.CREATE, 1, 9)).doesNotThrowAnyException();
    }

    @Test
    void anEmptyShardProvesNothingAndNeedsNoProof() {
        for (VersionMode mode : VersionMode.values()) {
            assertThatCode(() -> VersionProof.require(mode, "i", 0, OptionalLong.empty(), 7))
                    .doesNotThrowAnyException();
        }
    }

    private static void require(VersionMode mode, long highest, long maxSeqNo) {
        VersionProof.require(mode, "i", 2, OptionalLong.of(highest), maxSeqNo);
    }
}
