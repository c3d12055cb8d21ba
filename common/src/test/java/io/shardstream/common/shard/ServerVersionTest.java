package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"9.5", "9.5.3", "9.5.0-SNAPSHOT"})
    void theFirstTwoNumbersAreRead(String version) {
        assertThat(ServerVersion.of(version)).contains(new ServerVersion(9, 5));
    }

    @ParameterizedTest
    @CsvSource({"7.10.2, false", "7.16.3, false", "7.17.0, true", "8.0.0, true", "1.3.20, false", "3.8.0, false"})
    void versionsAreAskedForOnlyWhereServersCountThem(String version, boolean counts) {
        assertThat(ServerVersion.of(version).orElseThrow().aggregatesVersions()).isEqualTo(counts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9", "9.x", "v9.5.3", "9.5x", "12345678901.0.0"})
    void whatIsNoVersionIsNone(String version) {
        assertThat(ServerVersion.of(version)).isEmpty();
    }
}
