package io.shardstream.control.index.difference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NoticedDifferencesTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void whatIsAlikeIsNone() {
        String mapping = "{'dynamic':false,'properties':{'title':{'type':'text','analyzer':'english'}}}";
        assertThat(mapped(mapping, mapping, Intended.NOTHING)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'properties':{'a':{'type':'keyword'}}} | {} | a | a (only the source has it)",
                "{} | {'properties':{'a':{'type':'keyword'}}} | a | a (only the target has it)",
                "{'properties':{'a':{'type':'date'}}} | {'properties':{'a':{'type':'keyword'}}} | a | a (date → keyword)",
                "{'properties':{'a':{'type':'keyword','ignore_above':9}}} | {'properties':{'a':{'type':'keyword'}}}"
                        + " | a | a (ignore_above: 9 → not set)",
                "{'properties':{'a':{'type':'text','fields':{'raw':{'type':'keyword'}}}}}"
                        + " | {'properties':{'a':{'type':'text'}}} | a.raw | a.raw (only the source has it)",
                "{'dynamic':true} | {'dynamic':false} | dynamic | the index (dynamic: true → false)",
                "{'properties':{'o':{'dynamic':false,'properties':{}}}} | {'properties':{'o':{'properties':{}}}}"
                        + " | o | o (dynamic: false → true)",
                "{'_meta':{'app':'v7','shardstream':{'a':1}}} | {'_meta':{'shardstream':{'b':2}}} | _meta | the index (_meta)",
                "{'runtime':{'r':{'type':'long'}}} | {} | runtime | the index (runtime)",
                "{'date_detection':false} | {} | date_detection | the index (date_detection: false → not set)"
            })
    void eachOfAMappingHasANameByWhichItIsAccepted(String source, String target, String name, String words) {
        assertThat(mapped(source, target, Intended.NOTHING)).containsExactly(new NoticedDifference(name, words, false));
    }

    @ParameterizedTest
    @CsvSource({
        "title, title",
        "o.runtime, o.runtime",
        "runtime, field:runtime",
        "index.codec, field:index.codec",
        "_meta, field:_meta",
        "_ignored, _ignored",
        "canary-12, field:canary-12",
        "searches-not-compared, field:searches-not-compared",
        "other-run:b, field:other-run:b",
        "field:a, field:field:a"
    })
    void aFieldThatCouldBeTakenForSomethingElseHasALongerName(String path, String name) {
        assertThat(FieldConsent.name(path)).isEqualTo(name);
    }

    @Test
    void whoAcceptsASectionOfTheMappingHasNotAcceptedAFieldOfThatName() {
        assertThat(mapped(
                        "{'runtime':{'r':{'type':'long'}},'properties':{'runtime':{'type':'keyword'}}}",
                        "{'properties':{'runtime':{'type':'text'}}}",
                        Intended.NOTHING))
                .extracting(NoticedDifference::name)
                .containsExactlyInAnyOrder("runtime", "field:runtime");
    }

    @Test
    void whatOnlyDecidesWhenAServerWorksIsNotNoticed() {
        assertThat(mapped(
                        "{'properties':{'a':{'type':'keyword','eager_global_ordinals':true}}}",
                        "{'properties':{'a':{'type':'keyword'}}}",
                        Intended.NOTHING))
                .isEmpty();
        assertThat(set(Map.of("index.codec", "best_compression"), Map.of(), Intended.NOTHING))
                .isEmpty();
    }

    @Test
    void whatARunItselfKeepsInTheMappingIsNotNoticed() {
        assertThat(mapped("{'_meta':{'app':'v7'}}", "{'_meta':{'app':'v7','shardstream':{'b':2}}}", Intended.NOTHING))
                .isEmpty();
    }

    @Test
    void limitsOfWhatIsHighlightedAndAnalyzedAreNoticedWhereTheyAreLower() {
        for (String name : List.of("index.highlight.max_analyzed_offset", "index.analyze.max_token_count")) {
            assertThat(set(Map.of(name, "5000000"), Map.of(name, "10000"), Intended.NOTHING))
                    .extracting(NoticedDifference::name)
                    .containsExactly(name);
            assertThat(set(Map.of(name, "10000"), Map.of(name, "5000000"), Intended.NOTHING))
                    .isEmpty();
        }
    }

    /// Of plug-ins and of versions to come, too: what does not only concern the server's work is asked about.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.knn",
                "index.knn.algo_param.ef_search",
                "index.append_only.enabled",
                "index.derived_source.enabled",
                "index.time_series.start_time",
                "index.of_a_plugin.mode"
            })
    void anyOtherSettingIsNoticed(String name) {
        assertThat(set(Map.of(name, "true"), Map.of(), Intended.NOTHING))
                .extracting(NoticedDifference::words)
                .containsExactly(name + " (true → not set)");
        assertThat(set(Map.of(), Map.of(name, "true"), Intended.NOTHING)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.codec",
                "index.codec.compression_level",
                "index.merge.policy.segments_per_tier",
                "index.translog.flush_threshold_size",
                "index.search.slowlog.threshold.query.warn",
                "index.store.type",
                "index.priority",
                "index.requests.cache.enable"
            })
    void whatOnlyConcernsTheServersWorkIsNot(String name) {
        assertThat(set(Map.of(name, "7"), Map.of(name, "8"), Intended.NOTHING)).isEmpty();
    }

    /// A server tells false as the default, and does otherwise.
    @Test
    void numbersInQuotationMarksAreNoticed() {
        String name = "index.mapping.coerce";
        IndexDefinition source =
                new IndexDefinition(json("{}"), new IndexSettings(Map.of(name, "false"), Map.of(name, "false")));
        IndexDefinition target = new IndexDefinition(json("{}"), new IndexSettings(Map.of(), Map.of(name, "false")));
        assertThat(NoticedDifferences.of(source, target, Intended.NOTHING))
                .extracting(NoticedDifference::words)
                .containsExactly(name + " (false → true)");
    }

    @Test
    void whatTheRunFileSaysIsIntended() {
        String wish = "{'properties':{'a':{'type':'long'},'b':{'type':'text','analyzer':'english'},"
                + "'new':{'type':'keyword'}}}";
        assertThat(mapped(
                        "{'properties':{'a':{'type':'keyword'},'b':{'type':'text'},'later':{'type':'date'}}}",
                        wish,
                        new Intended(Map.of(), Optional.of(json(wish)))))
                .extracting(NoticedDifference::name, NoticedDifference::isIntended)
                .containsExactlyInAnyOrder(
                        tuple("a", true),
                        tuple("b", true),
                        tuple("new", true),
                        // The source may have got it since the run began.
                        tuple("later", false));
    }

    /// Somebody has changed it since.
    @Test
    void whatTheRunFileSaysOtherwiseThanTheTargetHasItIsNotIntended() {
        assertThat(mapped(
                        "{'properties':{'a':{'type':'keyword'}}}",
                        "{'properties':{'a':{'type':'keyword','ignore_above':5}}}",
                        new Intended(
                                Map.of(),
                                Optional.of(json("{'properties':{'a':{'type':'keyword','ignore_above':9}}}")))))
                .extracting(NoticedDifference::isIntended)
                .containsExactly(false);
    }

    @ParameterizedTest
    @CsvSource({
        "index.max_result_window, 20000, 10000",
        "index.mapping.total_fields.limit, 2000, 1000",
        "index.mapping.total_fields.limit, 1000, 2000",
        "index.mapping.ignore_malformed, false, true",
        "index.analysis.analyzer.a.type, standard, keyword",
        "index.query.default_field, a, b",
        "index.hidden, true, false"
    })
    void settingsThatSearchesOrWritesMeetAreNoticed(String name, String source, String target) {
        assertThat(set(Map.of(name, source), Map.of(name, target), Intended.NOTHING))
                .containsExactly(new NoticedDifference(name, name + " (" + source + " → " + target + ")", false));
        assertThat(set(
                        Map.of(name, source),
                        Map.of(name, target),
                        new Intended(Map.of(name, json("'" + target + "'")), Optional.empty())))
                .extracting(NoticedDifference::isIntended)
                .containsExactly(true);
    }

    /// `null` in the run file leaves the source's value out. It does not say that any other will do.
    @Test
    void whatTheRunFileLeavesOutIsIntendedWhereNobodyHasSetIt() {
        String name = "index.query.default_field";
        Intended leftOut = new Intended(Map.of(name, json("null")), Optional.empty());
        assertThat(set(Map.of(name, "a"), Map.of(), leftOut))
                .extracting(NoticedDifference::isIntended)
                .containsExactly(true);
        assertThat(set(Map.of(name, "a"), Map.of(name, "b"), leftOut))
                .extracting(NoticedDifference::isIntended)
                .containsExactly(false);
    }

    @Test
    void aMetaThatTheSourceDoesNotHaveIsNotMissed() {
        assertThat(mapped("{}", "{'_meta':{'app':'v7'}}", Intended.NOTHING)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "index.gc_deletes, 60s, 12h",
        "index.refresh_interval, 1s, 30s",
        "index.number_of_replicas, 1, 2",
        "index.number_of_shards, 1, 2",
        "index.merge.policy.segments_per_tier, 10, 5"
    })
    void whatTheRunChangesForItsTimeAndWhatNobodyMeetsIsNot(String name, String source, String target) {
        assertThat(set(Map.of(name, source), Map.of(name, target), Intended.NOTHING))
                .isEmpty();
    }

    private static List<NoticedDifference> mapped(String source, String target, Intended intended) {
        IndexSettings none = new IndexSettings(Map.of(), Map.of());
        return NoticedDifferences.of(
                new IndexDefinition(json(source), none), new IndexDefinition(json(target), none), intended);
    }

    private static List<NoticedDifference> set(
            Map<String, String> source, Map<String, String> target, Intended intended) {
        return NoticedDifferences.of(
                new IndexDefinition(json("{}"), new IndexSettings(source, source)),
                new IndexDefinition(json("{}"), new IndexSettings(target, target)),
                intended);
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
