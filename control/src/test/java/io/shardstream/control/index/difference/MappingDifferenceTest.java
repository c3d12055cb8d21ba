package io.shardstream.control.index.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MappingDifferenceTest {
    private static final String SOURCE =
            "{'properties':{'age':{'type':'keyword'},'home':{'properties':{'street':{'type':'text'}}}}}";

    @Test
    void theSameMappingDiffersInNothing() {
        assertThat(of(SOURCE)).isEmpty();
    }

    @Test
    void anotherTypeIsWarnedOf() {
        assertThat(of("{'properties':{'age':{'type':'long'},'home':{'type':'object','properties':{'street':"
                        + "{'type':'text'}}}}}"))
                .extracting(Finding::what)
                .containsExactly("Fields that have another type in the target: age (keyword → long).");
    }

    @Test
    void aFieldThatIsRefusedIsWarnedOf() {
        assertThat(of("{'dynamic':'strict','properties':{'age':{'type':'keyword'},'home':{'properties':{}}}}"))
                .first()
                .matches(finding ->
                        finding.severity() == Severity.WARNS && finding.what().endsWith("home.street."));
    }

    @Test
    void aFieldThatIsNotIndexedIsNoted() {
        assertThat(of("{'dynamic':false,'properties':{'age':{'type':'keyword'}}}"))
                .extracting(Finding::what)
                .containsExactly(
                        "Fields of the source that the target keeps and does not index (dynamic): home.",
                        "Objects that treat fields which are not mapped yet otherwise in the target (dynamic): the index"
                                + " (dynamic: true → false).");
    }

    @Test
    void fieldsThatOnlyTheTargetMapsAreNoted() {
        assertThat(field("'type':'text'", "'type':'text','fields':{'raw':{'type':'keyword'}}"))
                .extracting(Finding::what)
                .containsExactly("Fields that only the target maps: f.raw.");
        assertThat(of("{}", "{'properties':{'n':{'type':'long'}}}"))
                .extracting(Finding::what)
                .containsExactly("Fields that only the target maps: n.");
    }

    @Test
    void anObjectWithAnotherDynamicIsWarnedOfOnce() {
        assertThat(field(
                        "'dynamic':'false','properties':{'a':{'type':'object'}}",
                        "'dynamic':'runtime','properties':{'a':{'type':'object'}}"))
                .extracting(Finding::what)
                .containsExactly(
                        "Objects that treat fields which are not mapped yet otherwise in the target (dynamic): f"
                                + " (dynamic: false → runtime).");
    }

    @Test
    void aFieldWhoseTypeIsGuessedIsNoted() {
        assertThat(of("{}"))
                .extracting(Finding::what)
                .containsExactly("Fields of the source whose type the target would guess: age, home.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'type':'text','analyzer':'english' | 'type':'text' | WARNS | searched or scored | f (analyzer: english → not set)
            'type':'keyword' | 'type':'keyword','ignore_above':64 | WARNS | cannot search | f (ignore_above: not set → 64)
            'type':'keyword','ignore_above':64 | 'type':'keyword','ignore_above':256 | NOTES | other | f (ignore_above: 64 → 256)
            'type':'long' | 'type':'long','doc_values':false | WARNS | cannot search | f (doc_values: true → false)
            'type':'long','index':true | 'type':'long','index':false | WARNS | cannot search | f (index: true → false)
            'type':'date','format':'epoch_millis' | 'type':'date' | WARNS | fewer values | f (format: epoch_millis → not set)
            'type':'long' | 'type':'long','coerce':'false' | WARNS | fewer values | f (coerce: true → false)
            'type':'object' | 'enabled':false | WARNS | cannot search | f (enabled: true → false)
            'type':'text','fields':{'raw':{'type':'keyword'}} | 'type':'text' | WARNS | Sub-fields | : f.raw
            'dynamic':true | 'dynamic':'strict' | WARNS | fewer values | f.* that is not mapped yet (dynamic: true → strict)
            """)
    void aParameterIsToldWithWhatFollows(String source, String target, Severity severity, String what, String words) {
        assertThat(field(source, target)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.what()).contains(what, words);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'type':'long','index':true | 'type':'long'
            'type':'text','analyzer':'english' | 'type':'text','analyzer':'english','search_analyzer':'english'
            'type':'keyword' | 'type':'keyword','doc_values':'true','meta':{'unit':'km'}
            'type':'text','norms':true | 'type':'text','index_options':'positions'
            'type':'keyword','norms':false | 'type':'keyword','index_options':'docs'
            'type':'keyword','eager_global_ordinals':false | 'type':'keyword'
            'type':'search_as_you_type' | 'type':'search_as_you_type','norms':true
            'type':'binary' | 'type':'binary','doc_values':false
            'type':'geo_shape' | 'type':'geo_shape','coerce':false
            'type':'date_range' | 'type':'date_range','coerce':true
            'type':'text','analyzer':'a','search_quote_analyzer':'a' | 'type':'text','analyzer':'a'
            """)
    void aParameterThatIsWrittenOutIsNoDifference(String source, String target) {
        assertThat(field(source, target)).isEmpty();
    }

    /// One that only the target has as its kind of field has not by default, and one that both have, the target
    /// otherwise.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            keyword | norms | true
            text | norms | false
            icu_collation_keyword | norms | true
            keyword | index_options | 'freqs'
            text | index_options | 'docs'
            keyword | null_value | 'none'
            keyword | normalizer | 'lower'
            keyword | split_queries_on_whitespace | true
            keyword | similarity | 'boolean'
            keyword | ignore_above | 8
            text | similarity | 'boolean'
            text | index_prefixes | {'min_chars':2}
            text | index_phrases | true
            text | position_increment_gap | 0
            text | fielddata | true
            text | fielddata_frequency_filter | {'min':0.5}
            text | term_vector | 'yes'
            text | search_quote_analyzer | 'keyword'
            text | index | false
            text | copy_to | ['all']
            rank_feature | positive_score_impact | false
            rank_features | positive_score_impact | false
            dense_vector | similarity | 'l2_norm'
            dense_vector | index | true
            dense_vector | index | false
            dense_vector | index_options | {'type':'flat'}
            dense_vector | element_type | 'byte'
            knn_vector | doc_values | true
            knn_vector | doc_values | false
            knn_vector | method | {'name':'hnsw','space_type':'cosinesimil'}
            knn_vector | space_type | 'cosinesimil'
            knn_vector | data_type | 'byte'
            completion | preserve_separators | false
            completion | preserve_position_increments | false
            completion | max_input_length | 5
            completion | contexts | [{'name':'place','type':'geo'}]
            search_as_you_type | max_shingle_size | 2
            date | locale | 'fr'
            date | format | 'epoch_millis'
            scaled_float | scaling_factor | 10.0
            long | coerce | false
            long | ignore_malformed | true
            long | time_series_metric | 'gauge'
            long | time_series_dimension | true
            long | script | {'source':'emit(1)'}
            join | relations | {'a':['b']}
            nested | include_in_parent | true
            nested | include_in_root | true
            object | enabled | false
            object | subobjects | false
            flattened | depth_limit | 2
            flattened | split_queries_on_whitespace | true
            flattened | ignore_above | 8
            semantic_text | inference_id | 'another'
            semantic_text | search_inference_id | 'another'
            semantic_text | chunking_settings | {'strategy':'word'}
            binary | doc_values | true
            wildcard | doc_values | true
            geo_shape | coerce | true
            geo_shape | orientation | 'left'
            geo_point | ignore_z_value | false
            alias | path | 'other'
            constant_keyword | value | 'b'
            aggregate_metric_double | default_metric | 'min'
            token_count | enable_position_increments | false
            kind_to_come | norms | true
            kind_to_come | index | true
            kind_to_come | doc_values | false
            kind_to_come | any_parameter | true
            """)
    void eachThatChangesWhatIsFoundIsNamedForItsKind(String kind, String parameter, String value) {
        String without = "'type':'" + kind + "'";
        String with = without + ",'" + parameter + "':" + value;
        assertThat(noticed(without, with)).containsExactly("f");
        assertThat(noticed(with, without)).containsExactly("f");
        assertThat(noticed(with, without + ",'" + parameter + "':'else'")).containsExactly("f");
        assertThat(noticed(with, with)).isEmpty();
    }

    private static List<String> noticed(String source, String target) {
        List<String> names = NoticedDifferences.of(
                        defined("{'properties':{'f':{" + source + "}}}", Map.of()),
                        defined("{'properties':{'f':{" + target + "}}}", Map.of()),
                        Intended.NOTHING)
                .stream()
                .map(NoticedDifference::name)
                .toList();
        assertThat(field(source, target)).hasSameSizeAs(names);
        return names;
    }

    /// A field that says nothing of it does as its index does.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            index.mapping.ignore_malformed | true | 'type':'long','ignore_malformed':false | f (ignore_malformed: true → false)
            index.mapping.ignore_malformed | true | 'type':'long','ignore_malformed':true |
            index.mapping.coerce | false | 'type':'long','coerce':true | f (coerce: false → true)
            index.mapping.coerce | false | 'type':'long','coerce':false |
            """)
    void whatTheIndexSaysForAllFieldsCounts(String setting, String value, String target, String words) {
        Map<String, String> set = Map.of(setting, value);
        assertThat(MappingDifference.entries(
                        defined("{'properties':{'f':{'type':'long'}}}", set),
                        defined("{'properties':{'f':{" + target + "}}}", set)))
                .extracting(MappingDifference.Entry::words)
                .isEqualTo(words == null ? List.of() : List.of(words));
    }

    @Test
    void ofManyFieldsTheFirstAreNamed() {
        StringBuilder fields = new StringBuilder();
        for (int i = 10; i < 25; i++) {
            fields.append(i == 10 ? "" : ",").append("'f").append(i).append("':{'type':'long'}");
        }
        assertThat(of("{'properties':{" + fields + "}}", "{}"))
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.endsWith(": f10, f11, f12, f13, f14, f15, f16, f17, f18, f19 and 5 more."));
    }

    private static List<Finding> field(String source, String target) {
        return of("{'properties':{'f':{" + source + "}}}", "{'properties':{'f':{" + target + "}}}");
    }

    private static List<Finding> of(String target) {
        return of(SOURCE, target);
    }

    private static List<Finding> of(String source, String target) {
        return MappingDifference.of(defined(source, Map.of()), defined(target, Map.of()));
    }

    private static IndexDefinition defined(String mapping, Map<String, String> set) {
        return new IndexDefinition(json(mapping), new IndexSettings(set, Map.of()));
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
