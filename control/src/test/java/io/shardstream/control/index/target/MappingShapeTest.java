package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class MappingShapeTest {
    private static final String OPEN = "{'properties':{'a':{'type':'long'}}}";

    @Test
    void theOrderOfItsParametersSaysNothing() {
        assertThat(changes(
                        "{'dynamic':'strict','properties':{'a':{'type':'text','norms':false},'b':{'type':'long'}}}",
                        "{'properties':{'b':{'type':'long'},'a':{'norms':false,'type':'text'}},'dynamic':'strict'}"))
                .isEmpty();
    }

    /// OpenSearch lets templates add fields with `false_allow_templates` and `strict_allow_templates`.
    @ParameterizedTest
    @ValueSource(strings = {"true", "runtime", "false_allow_templates", "strict_allow_templates"})
    void whatADocumentMayHaveAddedIsNoChange(String dynamic) {
        assertThat(changes(
                        "{'dynamic':'%s','properties':{'a':{'type':'long'}}}".formatted(dynamic),
                        "{'dynamic':'%s','properties':{'a':{'type':'long'},'b':{'properties':{'c':{'type':'text'}}}},'runtime':{'d':{'type':'long'}}}"
                                .formatted(dynamic)))
                .isEmpty();
        assertThat(changes(OPEN, "{'properties':{'a':{'type':'long'},'b':{'type':'text'}}}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "strict"})
    void fieldsOfAnObjectThatTakesNoNewOnesArePartOfIt(String dynamic) {
        assertThat(changes(
                        "{'dynamic':'%s','properties':{'a':{'type':'long'}}}".formatted(dynamic),
                        "{'dynamic':'%s','properties':{'a':{'type':'long'},'b':{'type':'long'}}}".formatted(dynamic)))
                .containsExactly("properties");
    }

    @Test
    void innerObjectsDecideForThemselves() {
        String open = "{'dynamic':'strict','properties':{'a':{'dynamic':'true','properties':{%s}}}}";
        assertThat(changes(open.formatted("'b':{'type':'long'}"), open.formatted("")))
                .isEmpty();
        String closed = "{'dynamic':'strict','properties':{'a':{'properties':{%s}}}}";
        assertThat(changes(closed.formatted("'b':{'type':'long'}"), closed.formatted("")))
                .containsExactly("properties");
    }

    @Test
    void itsOwnParametersArePartOfItButForThoseThatDecideNothing() {
        assertThat(changes(OPEN, "{'dynamic':'strict','date_detection':false,'_meta':{'x':1},'properties':{'a':{}}}"))
                .containsExactly("date_detection", "dynamic", "properties");
        assertThat(changes("{'_meta':{'x':1},'runtime':{'r':{'type':'long'}}}", "{}"))
                .isEmpty();
    }

    private static List<String> changes(String before, String after) {
        JsonMapper mapper = new JsonMapper();
        return MappingShape.of(mapper.readTree(before.replace('\'', '"')))
                .differences(MappingShape.of(mapper.readTree(after.replace('\'', '"'))));
    }
}
