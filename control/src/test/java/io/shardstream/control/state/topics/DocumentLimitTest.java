package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.state.finding.RunRefusedException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DocumentLimitTest {
    private static final long MIB = 1 << 20;

    @Test
    void theSmallestOfWhatEveryoneCarriesCounts() {
        assertThat(limit(OptionalLong.of(100 * MIB), 100 * MIB, 10 * MIB)).isEqualTo(10 * MIB - 4 * 1024);
        assertThat(limit(OptionalLong.of(5 * MIB), 100 * MIB, 10 * MIB)).isEqualTo(5 * MIB);
        assertThat(limit(OptionalLong.of(500 * MIB), 100 * MIB, 100 * MIB)).isEqualTo(99 * MIB);
    }

    @Test
    void whereTheRunFileDoesNotSayItIsTenMebibytesOrWhatIsCarriedIfThatIsLess() {
        assertThat(limit(OptionalLong.empty(), 100 * MIB, 100 * MIB)).isEqualTo(10 * MIB);
        assertThat(limit(OptionalLong.empty(), 8 * MIB, 100 * MIB)).isEqualTo(7 * MIB);
        assertThat(limit(OptionalLong.empty(), 100 * MIB, 4 * MIB)).isEqualTo(4 * MIB - 4 * 1024);
    }

    @Test
    void theTopicTakesTheLargestDocumentWithItsHeadersAndABatchOfSmallOnes() {
        assertThat(DocumentLimit.of(OptionalLong.of(20 * MIB), 100 * MIB, 100 * MIB)
                        .messageBytes())
                .isEqualTo(20 * MIB + 512 * 1024);
        assertThat(DocumentLimit.of(OptionalLong.of(10), 100 * MIB, 100 * MIB).messageBytes())
                .isEqualTo(2 * MIB);
    }

    @Test
    void whereServersCarryNothingTheRunIsRefused() {
        assertThatThrownBy(() -> limit(OptionalLong.empty(), MIB, MIB))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("No document fits");
    }

    private static long limit(OptionalLong asked, long socket, long http) {
        return DocumentLimit.of(asked, socket, http).documentBytes();
    }
}
