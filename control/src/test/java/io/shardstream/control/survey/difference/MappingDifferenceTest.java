package io.shardstream.control.survey.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.Severity;
import java.util.List;
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
        assertThat(MappingDifference.of(json("{}"), json("{'properties':{'n':{'type':'long'}}}")))
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
            """)
    void aParameterThatIsWrittenOutIsNoDifference(String source, String target) {
        assertThat(field(source, target)).isEmpty();
    }

    @Test
    void ofManyFieldsTheFirstAreNamed() {
        StringBuilder fields = new StringBuilder();
        for (int i = 10; i < 25; i++) {
            fields.append(i == 10 ? "" : ",").append("'f").append(i).append("':{'type':'long'}");
        }
        assertThat(MappingDifference.of(json("{'properties':{" + fields + "}}"), json("{}")))
                .extracting(Finding::what)
                .singleElement()
                .matches(what -> what.endsWith(": f10, f11, f12, f13, f14, f15, f16, f17, f18, f19 and 5 more."));
    }

    private static List<Finding> field(String source, String target) {
        return MappingDifference.of(
                json("{'properties':{'f':{" + source + "}}}"), json("{'properties':{'f':{" + target + "}}}"));
    }

    private static List<Finding> of(String target) {
        return MappingDifference.of(json(SOURCE), json(target));
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
