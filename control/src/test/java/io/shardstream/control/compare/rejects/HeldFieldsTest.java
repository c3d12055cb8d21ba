package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.finding.RunRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HeldFieldsTest {
    private static final String FIELDS = """
            'properties': {
              'age': {'type': 'integer'},
              'flat': {'type': 'flattened'},
              'off': {'type': 'object', 'enabled': false},
              'inner': {'properties': {'x': {'type': 'keyword'}}},
              'closed': {'dynamic': false, 'properties': {'x': {'type': 'keyword'}}},
              'many': {'type': 'nested', 'properties': {'x': {'type': 'keyword'}}}
            }, 'runtime': {'computed': {'type': 'long'}}""";
    private static final HeldFields HELD = new HeldFields(
            json("{" + FIELDS + "}"),
            json("{'dynamic': 'false', '_meta': {'shardstream': {'held': true}}, "
                    + FIELDS.replace("'dynamic': false, ", "") + "}"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'age': 1} | ``",
                "{'age': 1, 'age_text': 'x'} | age_text",
                "{'age_text': null, 'none': [], 'nulls': [null]} | ``",
                "{'flat': {'any': 1}, 'off': {'any': 1}, 'computed': 1} | ``",
                "{'inner': {'x': 1, 'y': 2}} | inner.y",
                "{'inner.x': 1, 'inner.y': 2} | inner.y",
                "{'new.y': 2} | new.y",
                "{'many': [{'x': 1}, {'z': 1}]} | many.z",
                "{'closed': {'y': 1}} | ``"
            })
    void aFieldThatTheHeldTargetDoesNotHaveIsNamed(String document, String field) {
        assertThat(HELD.missing(Bytes.utf8(document.replace('\'', '"'))))
                .isEqualTo(field.isEmpty() ? Optional.empty() : Optional.of(why(field)));
    }

    /// In a level without objects the names of fields have dots, and what a document has in objects is found
    /// under such names.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'time.min': 1, 'time': 2} | ``",
                "{'time': {'min': 1}} | ``",
                "{'time': [{'min': 1}, 3]} | ``",
                "{'time.max': 1} | time.max",
                "{'time': {'max': 1}} | time.max",
                "{'time': [{'max': 1}, 3]} | time.max",
                "{'time': {'min': {'x': 1}}} | time.min.x",
                "{'deep': {'er': {'x': 'a'}}, 'deep.er': {'x': 'a'}} | ``",
                "{'deep': {'er': 1}} | deep.er",
                "{'labels': {'any': 1}, 'where': {'lat': 1, 'lon': 2}} | ``",
                "{'later': 1} | later",
                "{'none': {}, 'time': null} | ``"
            })
    void aLevelWithoutObjectsHasNamesWithDots(String document, String field) {
        String fields = "'properties': {'time': {'type': 'long'}, 'time.min': {'type': 'long'},"
                + " 'deep.er.x': {'type': 'keyword'}, 'labels': {'type': 'flattened'}, 'where': {'type': 'geo_point'}}";
        for (String flat : List.of("'subobjects': false, ", "'disable_objects': true, ")) {
            HeldFields root =
                    held("{" + flat + fields + "}", "{'dynamic': 'false', " + HELD_MARK + flat + fields + "}");
            assertThat(root.missing(bytes(document))).as(flat).isEqualTo(expected(field));
        }
        for (String flat : List.of("'subobjects': false, ", "'type': 'passthrough', 'priority': 1, ")) {
            String inner = "'properties': {'m': {" + flat + fields + "}}}";
            HeldFields below = held("{" + inner, "{'dynamic': 'false', " + HELD_MARK + inner);
            assertThat(below.missing(bytes("{'m': " + document + "}")))
                    .as(flat)
                    .isEqualTo(expected(field.isEmpty() ? "" : "m." + field));
        }
    }

    @Test
    void namesWithDotsLeadIntoALevelWithoutObjects() {
        String inner = "'properties': {'m': {'subobjects': false, 'properties': {'time.min': {'type': 'long'}}}}}";
        HeldFields held = held("{" + inner, "{'dynamic': 'false', " + HELD_MARK + inner);
        assertThat(held.missing(bytes("{'m.time.min': 1, 'm.time': {'min': 2}}")))
                .isEmpty();
        assertThat(held.missing(bytes("{'m.time.max': 1}"))).isEqualTo(expected("m.time.max"));
    }

    @Test
    void aCommentHidesNoField() {
        HeldFields held = held("{" + FIELDS + "}", "{'dynamic': 'false', " + HELD_MARK + FIELDS + "}");
        assertThat(held.missing(bytes("{/* why */ 'other': 1}"))).isEqualTo(expected("other"));
    }

    @Test
    void aMappingThatIsSwitchedOffMakesNoFields() {
        HeldFields off = held("{'enabled': false}", "{'enabled': false, 'dynamic': 'false', " + HELD_MARK + "'x': 1}");
        assertThat(off.missing(bytes("{'any': 1}"))).isEmpty();
    }

    /// A document has it in an object.
    @Test
    void aFieldThatSearchesComputeIsFoundInAnObjectToo() {
        String runtime = "'runtime': {'a.b': {'type': 'long'}}}";
        HeldFields held = held("{'dynamic': 'runtime', " + runtime, "{'dynamic': 'false', " + HELD_MARK + runtime);
        assertThat(held.missing(bytes("{'a': {'b': 1}, 'a.b': 2}"))).isEmpty();
        assertThat(held.missing(bytes("{'a': {'b': 1, 'c': 2}}"))).isEqualTo(expected("a.c"));
        assertThat(held.missing(bytes("{'other': 1}"))).isEqualTo(expected("other"));
    }

    private static final String HELD_MARK = "'_meta': {'shardstream': {'held': true}}, ";

    private static HeldFields held(String source, String target) {
        return new HeldFields(json(source), json(target));
    }

    private static Bytes bytes(String document) {
        return Bytes.utf8(document.replace('\'', '"'));
    }

    private static Optional<String> expected(String field) {
        return field.isEmpty() ? Optional.empty() : Optional.of(why(field));
    }

    @Test
    void aTargetThatTakesFieldsOnItsOwnIsNotAskedAbout() {
        HeldFields open = new HeldFields(json("{" + FIELDS + "}"), json("{" + FIELDS + "}"));
        assertThat(open.missing(Bytes.utf8("{\"age_text\":1}"))).isEmpty();
    }

    @Test
    void whatAPipelineMakesIsNotPublishedWithSuchAField() {
        MemoryRun run = rejected();
        Treatment renames = new Treatment() {
            @Override
            public String name() {
                return "a test";
            }

            @Override
            public List<Treated> of(List<DocRecord> documents) {
                return List.of(
                        new Treated.Changed(Bytes.utf8("{\"age_text\":\"x\"}")),
                        new Treated.Changed(Bytes.utf8("{\"age\":1}")));
            }
        };
        Replay replay = new Replay(run, Choice.ALL, living(run), () -> {}, new HeldTreatment(renames, HELD));
        replay.publish();
        assertThat(replay.refusals()).containsOnlyKeys(why("age_text"));
        assertThat(run.published(0)).extracting(DocRecord::source).containsExactly(Bytes.utf8("{\"age\":1}"));
    }

    @Test
    void aLineOfAFileWithSuchAFieldIsNamedBeforeAnythingIsPublished(@TempDir Path folder) throws Exception {
        MemoryRun run = rejected();
        Path file = Files.writeString(
                folder.resolve("edited.ndjson"),
                "{\"_id\":\"a\",\"_version\":7,\"_source\":{\"age\":1}}\n"
                        + "{\"_id\":\"b\",\"_version\":8,\"_source\":{\"age_text\":1}}");
        EditedReplay replay = new EditedReplay(run, new EditedFile(file), 100, HELD, living(run), () -> {});
        assertThatThrownBy(replay::publish)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("line 2: of 'b' " + why("age_text"));
        assertThat(run.records()).isZero();
    }

    private static MemoryRun rejected() {
        MemoryRun run = new MemoryRun(1, 1);
        run.reject(new Reject(new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("{}")), "mapper", "r", 0));
        run.reject(new Reject(new DocRecord(Bytes.utf8("b"), null, 8, Bytes.utf8("{}")), "mapper", "r", 1));
        return run;
    }

    private static LivingStates living(MemoryRun run) {
        return new LivingStates(run.compared(), run.sleeper());
    }

    private static String why(String field) {
        return "the target's mapping does not have the field '" + field
                + "', and takes none on its own while the run lasts: add it to the source's mapping, which the target"
                + " follows, or to the target's";
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
