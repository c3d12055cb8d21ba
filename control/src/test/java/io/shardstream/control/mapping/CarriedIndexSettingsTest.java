package io.shardstream.control.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CarriedIndexSettingsTest {
    @Test
    void limitsAreCarriedAndGivenUpAsTheSourceHasThem() {
        assertThat(CarriedIndexSettings.changes(
                        Map.of("index.max_result_window", "5", "index.refresh_interval", "9s"),
                        Map.of("index.max_terms_count", "7"),
                        Set.of()))
                .containsExactly(
                        new MappingChange.Setting("index.max_result_window", "5"),
                        new MappingChange.Setting("index.max_terms_count", null));
    }

    @Test
    void whatTheRunFileHasForTheTargetStays() {
        assertThat(CarriedIndexSettings.changes(
                        Map.of("index.max_result_window", "5"), Map.of(), Set.of("index.max_result_window")))
                .isEmpty();
    }

    @Test
    void otherSettingsAreNamedButNotTheBlockOfACutOver() {
        assertThat(CarriedIndexSettings.others(
                        Map.of("index.max_result_window", "4", "index.refresh_interval", "1s"),
                        Map.of(
                                "index.max_result_window",
                                "5",
                                "index.refresh_interval",
                                "9s",
                                "index.blocks.write",
                                "true",
                                "index.verified_read_only",
                                "true",
                                "index.default_pipeline",
                                "p")))
                .containsExactly("index.default_pipeline", "index.refresh_interval");
    }
}
