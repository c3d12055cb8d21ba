package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MappingComparisonTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void aFieldThatTheTargetDoesNotHaveIsCarried() {
        assertThat(whole(
                        "{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}",
                        "{'properties':{'a':{'type':'text'}}}"))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.name()).isEqualTo("b");
                    assertThat(body(change)).isEqualTo(json("{'properties':{'b':{'type':'keyword'}}}"));
                });
    }

    @Test
    void equalMappingsHaveNoDifference() {
        String mapping =
                "{'dynamic':'strict','_meta':{'x':1},'properties':{'a':{'type':'keyword','ignore_above':256},'o':{'properties':{'b':{'type':'date'}}}}}";
        assertThat(whole(mapping, mapping)).isEmpty();
    }

    @Test
    void anotherSpellingOfTheSameIsNoDifference() {
        assertThat(whole(
                        "{'properties':{'a':{'type':'keyword','ignore_above':256},'o':{'type':'object','properties':{}}}}",
                        "{'properties':{'o':{'properties':{}},'a':{'ignore_above':'256','type':'keyword'}}}"))
                .isEmpty();
    }

    @Test
    void whatOnlyTheTargetHasAndWhatItSaysOfItselfIsLeftAlone() {
        assertThat(whole("{'properties':{}}", "{'dynamic':'false','_meta':{'a':1},'properties':{'a':{'type':'text'}}}"))
                .isEmpty();
    }

    @Test
    void aFieldOfANestedObjectIsCarriedWithWhatTheObjectIs() {
        assertThat(
                        whole(
                                "{'properties':{'o':{'properties':{'n':{'type':'nested','dynamic':'true','properties':{'a':{'type':'long'}}}}}}}",
                                "{'properties':{'o':{'properties':{'n':{'type':'nested','dynamic':'false','properties':{}}}}}}"))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.name()).isEqualTo("o.n.a");
                    assertThat(body(change))
                            .isEqualTo(
                                    json(
                                            "{'properties':{'o':{'properties':{'n':{'type':'nested','properties':{'a':{'type':'long'}}}}}}}"));
                });
    }

    @Test
    void anObjectIsCarriedWithoutItsOwnWordOnNewFields() {
        assertThat(whole(
                        "{'properties':{'o':{'dynamic':'true','properties':{'p':{'dynamic':'strict','properties':{'dynamic':{'type':'long'}}}}}}}",
                        "{}"))
                .singleElement()
                .satisfies(
                        change -> assertThat(body(change))
                                .isEqualTo(
                                        json(
                                                "{'properties':{'o':{'properties':{'p':{'properties':{'dynamic':{'type':'long'}}}}}}}")));
    }

    @Test
    void aSubFieldAndAChangedParameterAreCarriedWithTheWholeField() {
        assertThat(whole(
                        "{'properties':{'a':{'type':'keyword','ignore_above':10,'fields':{'t':{'type':'text'}}}}}",
                        "{'properties':{'a':{'type':'keyword'}}}"))
                .singleElement()
                .satisfies(change -> {
                    assertThat(((MappingChange.Carried) change).isNew()).isFalse();
                    assertThat(body(change))
                            .isEqualTo(
                                    json(
                                            "{'properties':{'a':{'type':'keyword','ignore_above':10,'fields':{'t':{'type':'text'}}}}}"));
                });
    }

    @Test
    void aParameterThatTheSourceGaveUpIsADifference() {
        assertThat(whole(
                        "{'properties':{'a':{'type':'keyword'}}}",
                        "{'properties':{'a':{'type':'keyword','ignore_above':10}}}"))
                .singleElement()
                .satisfies(
                        change -> assertThat(body(change)).isEqualTo(json("{'properties':{'a':{'type':'keyword'}}}")));
    }

    @Test
    void anotherTypeIsNeverAskedFor() {
        assertThat(whole("{'properties':{'a':{'type':'text'}}}", "{'properties':{'a':{'type':'date'}}}"))
                .containsExactly(new MappingChange.Contradicted("a", "text", "date"));
        assertThat(whole("{'properties':{'a':{'properties':{}}}}", "{'properties':{'a':{'type':'date'}}}"))
                .containsExactly(new MappingChange.Contradicted("a", "object", "date"));
        assertThat(whole("{'properties':{'a':{'properties':{}}}}", "{'properties':{'a':{'type':'nested'}}}"))
                .containsExactly(new MappingChange.Contradicted("a", "object", "nested"));
    }

    @Test
    void parametersOfTheRootAndOfObjectsAreCarried() {
        assertThat(whole(
                        "{'date_detection':false,'properties':{'o':{'enabled':false}}}",
                        "{'properties':{'o':{'properties':{'x':{'type':'long'}}}}}"))
                .extracting(MappingChange::name)
                .containsExactly("date_detection", "o");
    }

    /// What a run goes on without is kept by name.
    @Test
    void noTwoChangesOfOneMappingHaveTheSameName() {
        String source = "{'date_detection':false,'runtime':{'x':{'type':'long'}},'properties':{'date_detection':"
                + "{'type':'boolean'},'runtime':{'properties':{'x':{'type':'date'},'y':{'type':'date'}}}}}";
        List<MappingChange> found = whole(source, "{'properties':{'runtime':{'properties':{}}}}");
        assertThat(found)
                .extracting(MappingChange::name)
                .containsExactly("date_detection.", "runtime.x.", "date_detection", "runtime.x", "runtime.y");
        assertThat(MappingChange.digests(found)).hasSize(5);

        assertThat(whole(source, "{'properties':{'runtime':{'properties':{'x':{'type':'long'}}}}}"))
                .as("one that is of another type there")
                .extracting(MappingChange::name)
                .contains("runtime.x.", "runtime.x");
    }

    @Test
    void runtimeFieldsAreCarriedAndTakenAway() {
        List<MappingChange> found = whole(
                "{'runtime':{'r':{'type':'long'},'s':{'type':'date'}}}",
                "{'runtime':{'s':{'type':'long'},'t':{'type':'long'}}}");
        assertThat(found).extracting(MappingChange::name).containsExactly("runtime.r", "runtime.s", "runtime.t");
        assertThat(MappingComparison.together(carried(found)))
                .isEqualTo(json("{'runtime':{'r':{'type':'long'},'s':{'type':'date'},'t':null}}"));
    }

    @Test
    void nothingIsTakenFromAMappingOfOnesOwn() {
        assertThat(
                        besides(
                                "{'date_detection':false,'runtime':{'r':{'type':'date'}},'properties':{'a':{'type':'text'},'o':{'type':'nested','properties':{'x':{'type':'long'}}}}}",
                                "{'runtime':{'r':{'type':'long'},'q':{'type':'long'}},'properties':{'a':{'type':'date'},'o':{'type':'flattened'}}}"))
                .isEmpty();
    }

    @Test
    void aMappingOfOnesOwnTakesFieldsWhereItTakesAny() {
        assertThat(
                        besides(
                                "{'properties':{'b':{'type':'text'},'o':{'properties':{'x':{'type':'long'}}},'p':{'properties':{'x':{'type':'long'}}},'q':{'properties':{'x':{'type':'long'}}}}}",
                                "{'dynamic':'false','properties':{'o':{'dynamic':true,'properties':{}},'p':{'properties':{}},'q':{'dynamic':'strict_allow_templates'}}}"))
                .extracting(MappingChange::name)
                .containsExactly("o.x");
    }

    @Test
    void aNameWithADotStaysOneName() {
        assertThat(whole(
                        "{'subobjects':false,'properties':{'a.b':{'type':'long'}}}",
                        "{'subobjects':false,'properties':{'a':{'type':'long'}}}"))
                .singleElement()
                .satisfies(
                        change -> assertThat(body(change)).isEqualTo(json("{'properties':{'a.b':{'type':'long'}}}")));
    }

    @Test
    void whatIsCarriedTogetherIsOneMapping() {
        List<MappingChange> found = whole(
                "{'properties':{'o':{'properties':{'a':{'type':'long'},'b':{'type':'long'}}},'c':{'type':'date'}}}",
                "{'properties':{'o':{'properties':{}}}}");
        assertThat(MappingComparison.together(carried(found)))
                .isEqualTo(
                        json(
                                "{'properties':{'o':{'properties':{'a':{'type':'long'},'b':{'type':'long'}}},'c':{'type':'date'}}}"));
    }

    private static List<MappingChange.Carried> carried(List<MappingChange> changes) {
        return changes.stream().map(MappingChange.Carried.class::cast).toList();
    }

    private static JsonNode body(MappingChange change) {
        return ((MappingChange.Carried) change).body();
    }

    private static List<MappingChange> whole(String source, String target) {
        return MappingComparison.whole(json(source), json(target));
    }

    private static List<MappingChange> besides(String source, String target) {
        return MappingComparison.besides(json(source), json(target));
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
