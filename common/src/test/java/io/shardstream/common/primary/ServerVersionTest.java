package io.shardstream.common.primary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"9.5", "9.5.3", "9.5.0-SNAPSHOT"})
    void theFirstTwoNumbersAreRead(String version) {
        assertThat(ServerVersion.of(version)).contains(new ServerVersion(9, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9", "9.x", "v9.5.3", "9.5x", "12345678901.0.0"})
    void whatIsNoVersionIsNone(String version) {
        assertThat(ServerVersion.of(version)).isEmpty();
    }
}
