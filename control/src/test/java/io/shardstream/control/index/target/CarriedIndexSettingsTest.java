package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class CarriedIndexSettingsTest {
    private static final String FIELDS = "index.query.default_field";
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void limitsAreCarriedAndGivenUpAsTheSourceHasThem() {
        assertThat(CarriedIndexSettings.changes(
                        texts("index.max_result_window", "5", "index.refresh_interval", "9s"),
                        texts("index.max_terms_count", "7"),
                        Set.of()))
                .containsExactly(
                        new MappingChange.Setting("index.max_result_window", text("5")),
                        new MappingChange.Setting("index.max_terms_count", null));
    }

    @Test
    void whatTheRunFileHasForTheTargetStays() {
        assertThat(CarriedIndexSettings.changes(
                        texts("index.max_result_window", "5"), Map.of(), Set.of("index.max_result_window")))
                .isEmpty();
    }

    /// `target.settings: {mapping: null}` leaves all of the source's below it out.
    @Test
    void aGroupThatTheRunFileLeavesOutIsTheTargetsOwn() {
        assertThat(CarriedIndexSettings.own(Set.of("index.mapping.depth", "index.max_result_window", "index.max")))
                .containsExactlyInAnyOrder("index.mapping.depth.limit", "index.max_result_window");
        Set<String> own = CarriedIndexSettings.own(Set.of("index.mapping"));
        assertThat(own).hasSize(7).contains("index.mapping.total_fields.ignore_dynamic_beyond_limit");
        assertThat(CarriedIndexSettings.changes(texts("index.mapping.total_fields.limit", "5000"), Map.of(), own))
                .isEmpty();
    }

    /// A server splits a text at commas: the text of a list is another value than the list.
    @Test
    void aListIsCarriedAsAListAlsoToATargetThatHasItAsAText() {
        JsonNode list = MAPPER.readTree("[\"title\",\"body\"]");
        MappingChange.Setting wanted = new MappingChange.Setting(FIELDS, list);
        JsonNode text = text(list.toString());
        assertThat(CarriedIndexSettings.changes(Map.of(FIELDS, list), Map.of(), Set.of()))
                .containsExactly(wanted);
        assertThat(CarriedIndexSettings.changes(Map.of(FIELDS, list), Map.of(FIELDS, text), Set.of()))
                .containsExactly(wanted);
        assertThat(wanted.digest()).isNotEqualTo(new MappingChange.Setting(FIELDS, text).digest());
        assertThat(CarriedIndexSettings.changes(Map.of(FIELDS, list), Map.of(FIELDS, list), Set.of()))
                .isEmpty();
    }

    @Test
    void otherSettingsAreNamedButNotTheBlockOfACutOver() {
        assertThat(CarriedIndexSettings.others(
                        texts("index.max_result_window", "4", "index.refresh_interval", "1s"),
                        texts(
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

    @ParameterizedTest
    @CsvSource({
        "total_fields, 2000, 1500",
        "total_fields, 2000, null",
        "total_fields, null, 999",
        "depth, 30, null",
        "nested_fields, 120, 60",
        "field_name_length, null, 100",
        "dimension_fields, 40, 20"
    })
    void aLimitOfTheMappingIsNotLowered(String limit, String target, String source) {
        String name = "index.mapping." + limit + ".limit";
        assertThat(CarriedIndexSettings.changes(one(name, source), one(name, target), Set.of()))
                .isEmpty();
        assertThat(CarriedIndexSettings.higher(one(name, source), one(name, target), Set.of()))
                .singleElement()
                .asString()
                .startsWith(name + " (" + (target.equals("null") ? "its default" : target) + ", and ");
    }

    @ParameterizedTest
    @CsvSource({
        "total_fields, 1500, 2000",
        "total_fields, 500, null",
        "total_fields, null, 1001",
        "nested_fields, null, 60",
        "dimension_fields, null, 17"
    })
    void aLimitOfTheMappingIsRaised(String limit, String target, String source) {
        String name = "index.mapping." + limit + ".limit";
        assertThat(CarriedIndexSettings.changes(one(name, source), one(name, target), Set.of()))
                .extracting(MappingChange::name)
                .containsExactly(name);
        assertThat(CarriedIndexSettings.higher(one(name, source), one(name, target), Set.of()))
                .isEmpty();
    }

    private static Map<String, JsonNode> one(String name, String value) {
        return value.equals("null") ? Map.of() : texts(name, value);
    }

    private static Map<String, JsonNode> texts(String... namesAndValues) {
        Map<String, JsonNode> texts = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            texts.put(namesAndValues[i], text(namesAndValues[i + 1]));
        }
        return texts;
    }

    private static JsonNode text(String value) {
        return JsonNodeFactory.instance.stringNode(value);
    }
}
