package io.shardstream.control.index.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsDifferenceTest {
    @Test
    void settingsThatAreAlikeAreNoDifference() {
        assertThat(of(Map.of("index.codec", "default"), Map.of("index.codec", "default")))
                .isEmpty();
    }

    @Test
    void aDefaultThatIsWrittenOutIsNoDifference() {
        IndexSettings source = new IndexSettings(Map.of("index.refresh_interval", "1s"), Map.of());
        IndexSettings target = new IndexSettings(Map.of(), Map.of("index.refresh_interval", "1s"));
        assertThat(SettingsDifference.of(source, target)).isEmpty();
        assertThat(SettingsDifference.of(target, source)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "index.analysis.analyzer.default.type, english, german, WARNS, analyses text otherwise",
        "index.mapping.total_fields.limit, 2000, 1000, WARNS, takes fewer documents",
        "index.mapping.coerce, true, false, WARNS, takes fewer documents",
        "index.mapping.total_fields.limit, 1000, 2000, NOTES, Other settings",
        "index.max_result_window, 50000, 10000, WARNS, takes smaller searches",
        "index.max_result_window, 10000, 50000, NOTES, Other settings",
        "index.sort.field, date, not set, WARNS, sorted otherwise",
        "index.similarity.default.type, BM25, boolean, WARNS, scores",
        "index.query.default_field, title, body, WARNS, reads queries otherwise",
        "index.search.default_pipeline, public-only, not set, WARNS, reads queries otherwise",
        "index.refresh_interval, 1s, 30s, NOTES, at another time",
        "index.number_of_replicas, 1, 0, NOTES, another number of copies",
        "index.codec, default, best_compression, NOTES, Other settings"
    })
    void aDifferenceIsToldWithWhatFollows(String name, String source, String target, Severity severity, String what) {
        assertThat(of(set(name, source), set(name, target))).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.what()).contains(what, name + " (" + source + " → " + target + ").");
        });
    }

    private static Map<String, String> set(String name, String value) {
        return value.equals("not set") ? Map.of() : Map.of(name, value);
    }

    @Test
    void whatIsAnIndexesOwnIsNotCompared() {
        assertThat(of(
                        Map.of("index.uuid", "a", "index.version.created", "7", "index.blocks.write", "true"),
                        Map.of("index.uuid", "b", "index.version.created", "8", "index.gc_deletes", "1h")))
                .isEmpty();
    }

    @Test
    void differencesOfOneKindAreOneFindingInTheOrderOfTheirNames() {
        assertThat(of(Map.of("index.z", "1", "index.codec", "x"), Map.of("index.priority", "7")))
                .extracting(Finding::what)
                .containsExactly("Other settings that the target has otherwise: index.codec (x → not set),"
                        + " index.priority (not set → 7), index.z (1 → not set).");
    }

    @Test
    void aLongValueIsCutAndOneWithControlCharactersIsShown() {
        assertThat(of(Map.of("index.analysis.x", "\u0007" + "a".repeat(100)), Map.of()))
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.contains("(\\u{7}" + "a".repeat(35) + "… → not set)"));
    }

    private static List<Finding> of(Map<String, String> source, Map<String, String> target) {
        return SettingsDifference.of(new IndexSettings(source, Map.of()), new IndexSettings(target, Map.of()));
    }
}
