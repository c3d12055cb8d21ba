package io.shardstream.ittests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BackendTest {
    @Test
    void whatIsWantedIsTakenWhetherAnEngineAnswersOrNot() {
        assertThat(Backend.of("processes", () -> true)).isEqualTo(Backend.PROCESSES);
        assertThat(Backend.of("containers", () -> false)).isEqualTo(Backend.CONTAINERS);
    }

    @Test
    void containersAreTakenWhereAnEngineAnswersAndNothingIsWanted() {
        assertThat(Backend.of("", () -> true)).isEqualTo(Backend.CONTAINERS);
        assertThat(Backend.of("", () -> false)).isEqualTo(Backend.PROCESSES);
    }

    @Test
    void anUnknownWordIsRefused() {
        assertThatThrownBy(() -> Backend.of("docker", () -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-Dshardstream.backend=docker is neither \"processes\" nor \"containers\".");
    }
}
