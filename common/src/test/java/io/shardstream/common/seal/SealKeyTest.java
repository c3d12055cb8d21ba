package io.shardstream.common.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SealKeyTest {
    private static final SealKey KEY = key(7);

    @Test
    void theCheckValueIsThatOfOneKeyAndOneRun() {
        assertThat(KEY.check("cities")).isEqualTo(key(7).check("cities"));
        assertThat(KEY.check("cities")).isNotEqualTo(key(8).check("cities")).isNotEqualTo(KEY.check("towns"));
    }

    /// It lies in Kafka: it must be no part of what seals documents there.
    @Test
    void theCheckValueTellsNothingOfTheRunsKey() {
        byte[] check = Base64.getDecoder().decode(KEY.check("cities"));
        assertThat(check).hasSize(16).isNotEqualTo(Arrays.copyOf(KEY.ofRun("cities"), check.length));
    }

    private static SealKey key(int fill) {
        byte[] bytes = new byte[SealKey.BYTES];
        Arrays.fill(bytes, (byte) fill);
        return SealKey.of(Base64.getEncoder().encodeToString(bytes)).orElseThrow();
    }
}
