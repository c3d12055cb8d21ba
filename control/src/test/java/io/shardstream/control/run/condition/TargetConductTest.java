package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.difference.Intended;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class TargetConductTest {
    private static final String REFRESH = "index.refresh_interval";
    private static final String PIPELINE = "index.default_pipeline";
    private static final String COPIES = "index.write.wait_for_active_shards";
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

    /// The run is advised to have fewer for its time, and the run file is where people say that.
    @Test
    void fewerCopiesToWaitForAreToldWhateverTheRunFileSays() {
        assertThat(found(COPIES, "2", "1", text("1"))).isTrue();
        assertThat(found(COPIES, "all", "2", text("2"))).isTrue();
        assertThat(found(COPIES, "2", "2", text("1"))).isFalse();
        assertThat(problems(Map.of(COPIES, "all"), Map.of(), Intended.NOTHING))
                .containsExactly("target index 'cities-v2' has index.write.wait_for_active_shards 1 and the source all,"
                        + " so that clients' writes would be acknowledged with fewer copies: set it back (PUT"
                        + " /cities-v2/_settings)");
    }

    @Test
    void moreCopiesToWaitForAreToldUnlessTheRunFileSaysThem() {
        assertThat(found(COPIES, "1", "all", text("all"))).isFalse();
        assertThat(found(COPIES, "0", "1", LEFT_OUT)).isFalse();
        assertThat(found(COPIES, "1", "2", text("all"))).isTrue();
        assertThat(problems(Map.of(), Map.of(COPIES, "all"), Intended.NOTHING))
                .containsExactly("target index 'cities-v2' has index.write.wait_for_active_shards all and the source 1,"
                        + " so that clients' writes would be refused while fewer copies are there: set it back (PUT"
                        + " /cities-v2/_settings)");
        assertThat(problems(Map.of(COPIES, "1"), Map.of(), Intended.NOTHING)).isEmpty();
    }

    private static boolean found(String setting, String source, String target, JsonNode wish) {
        Intended intended = new Intended(Map.of(setting, wish), Optional.empty());
        return !problems(Map.of(setting, source), Map.of(setting, target), intended)
                .isEmpty();
    }

    private static List<String> problems(Map<String, String> source, Map<String, String> target, Intended intended) {
        return TargetConduct.problems("cities-v2", source, target, intended);
    }

    private static JsonNode text(String value) {
        return JsonNodeFactory.instance.stringNode(value);
    }
}
