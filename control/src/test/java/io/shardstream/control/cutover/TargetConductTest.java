package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.survey.difference.Intended;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class TargetConductTest {
    private static final String REFRESH = "index.refresh_interval";
    private static final String PIPELINE = "index.default_pipeline";
    private static final JsonNode LEFT_OUT = JsonNodeFactory.instance.nullNode();

    @Test
    void aPipelineThatTheRunFileLeavesOutMayBeMissingAndNotBeAnother() {
        assertThat(found(PIPELINE, "geo", "_none", LEFT_OUT)).isFalse();
        assertThat(found(PIPELINE, "geo", "other", LEFT_OUT)).isTrue();
    }

    @Test
    void aPipelineThatTheRunFileNamesIsTheOneThatMayBeThere() {
        assertThat(found(PIPELINE, "_none", "geo", text("geo"))).isFalse();
        assertThat(found(PIPELINE, "_none", "other", text("geo"))).isTrue();
    }

    @Test
    void anIntervalThatTheRunFileLeavesOutMayBeTheServersAndNoLongerOne() {
        assertThat(found(REFRESH, "200ms", "1s", LEFT_OUT)).isFalse();
        assertThat(found(REFRESH, "200ms", "60s", LEFT_OUT)).isTrue();
    }

    @Test
    void anIntervalThatTheRunFileNamesMayBeLonger() {
        assertThat(found(REFRESH, "1s", "60s", text("60s"))).isFalse();
        assertThat(found(REFRESH, "200ms", "1s", text("1s"))).isFalse();
        assertThat(found(REFRESH, "1s", "90s", text("60s"))).isTrue();
    }

    private static boolean found(String setting, String source, String target, JsonNode wish) {
        return !TargetConduct.problems(
                        "cities-v2",
                        Map.of(setting, source),
                        Map.of(setting, target),
                        new Intended(Map.of(setting, wish), Optional.empty()))
                .isEmpty();
    }

    private static JsonNode text(String value) {
        return JsonNodeFactory.instance.stringNode(value);
    }
}
