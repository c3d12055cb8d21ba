package io.shardstream.control.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.words.MemoryRun;
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
