package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.MissingNode;

class EditedReplayTest {
    static final HeldFields OPEN = new HeldFields(MissingNode.getInstance(), MissingNode.getInstance());

    private final MemoryRun run = new MemoryRun(1, 2);

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void rejectThree() {
        reject("a", null, 6, "{\"n\":6}");
        reject("a", null, 7, "{\"n\":7}");
        reject("b", "r", 8, "{}");
        run.reject(new Reject(new DocRecord(Bytes.utf8("gone"), null, 9, null), "strict", "reason", 0));
    }

    @Test
    void whatWasEditedGoesIntoTheLaneUnderTheVersionOfTheRejectedState() throws Exception {
        EditedReplay replay = replayed(
                100,
                "{\"_id\":\"a\",\"_version\":7,\"_source\": {\"ü\": \"é\\u00e9\", \"n\": 1.50} }",
                "",
                "{ \"_source\":{}, \"_routing\":\"r\", \"_version\":8, \"_id\":\"b\"}\r");
        assertThat(run.published(0))
                .extracting(DocRecord::id, DocRecord::routing, DocRecord::version, DocRecord::source)
                .containsExactly(
                        tuple(Bytes.utf8("a"), null, 7L, Bytes.utf8("{\"ü\": \"é\\u00e9\", \"n\": 1.50}")),
                        tuple(Bytes.utf8("b"), Bytes.utf8("r"), 8L, Bytes.utf8("{}")));
        assertThat(replay.published()).isEqualTo(2);
        assertThat(replay.rejectedAgain()).isZero();
    }

    @Test
    void itIsNotedBeforeThatTheBytesAreOnPurposeAndBehindWhereTheyLie() throws Exception {
        replayed("{\"_id\":\"a\",\"_version\":7,\"_source\":{\"n\":1}}");
        List<Object> notes = new ArrayList<>(run.noted().subList(4, run.noted().size()));
        DocRecord edited = new DocRecord(Bytes.utf8("a"), null, 7, Bytes.utf8("{\"n\":1}"));
        DocRecord older = new DocRecord(Bytes.utf8("a"), null, 6, null);
        assertThat(notes)
                .containsExactly(
                        new Replacement(edited, "an edited file"), new Replayed(edited, 0), new Replayed(older, 0));
    }

    @Test
    void aNewerStateInTheTargetStays() throws Exception {
        run.targetOf("a").write("a", null, 9, "new");
        replayed("{\"_id\":\"a\",\"_version\":7,\"_source\":{\"n\":1}}");
        assertThat(run.copied()).containsEntry("a", "new");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"_id\":\"a\",\"_version\":6,\"_source\":{}} | 'a' was rejected last with version 7, the line says 6",
                "{\"_id\":\"a\",\"_version\":8,\"_source\":{}} | 'a' was rejected last with version 7, the line says 8",
                "{\"_id\":\"b\",\"_version\":8,\"_source\":{}} | 'b' was not rejected under that routing",
                "{\"_id\":\"c\",\"_version\":8,\"_source\":{}} | 'c' was not rejected",
                "{\"_id\":\"gone\",\"_version\":9,\"_source\":{}} | 'gone' was deleted in the source",
                "{\"_id\":\"a\",\"_version\":7,\"_source\":{\"x\":\"0123456789\"}} | 'a' has 18 bytes, and docs.max-document was 12",
                "{\"_id\":\"a\",\"_version\":7} | _id, _version and _source must be there",
                "{\"_id\":\"a\",\"_version\":\"7\",\"_source\":{}} | _version is not a whole number",
                "{\"_id\":\"a\",\"_version\":7,\"_source\":[]} | _source is not a JSON object",
                "{\"_id\":1,\"_version\":7,\"_source\":{}} | _id is not a text",
                "{\"_id\":\"a\",\"_version\":7,\"_source\":{\"secret\"}} | it is not JSON",
                "{\"_id\":\"a\",\"_version\":7,\"_source\":{}}} | it is not JSON",
                "{\"_id\":\"a\",\"_version\":7,\"_source\":{}} {} | something follows the JSON object",
                "{\"_id\":\"a\",\"_version\":7,\"_sauce\":{}} | it has the field '_sauce'",
                "{\"_id\":\"a\",\"_version\":7,\"_source\":{},\"_source\":{}} | it has the field '_source' twice",
                "[] | it is not a JSON object",
            })
    void oneWrongLineIsNamedAndNothingIsPublished(String line, String problem) {
        assertThatThrownBy(() -> replayed("{\"_id\":\"b\",\"_routing\":\"r\",\"_version\":8,\"_source\":{}}", line))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("edited.ndjson, line 2: " + problem)
                .hasMessageContaining("Nothing was published")
                .hasMessageNotContaining("secret");
        assertThat(run.records()).isZero();
        assertThat(run.noted()).hasSize(4);
    }

    /// A pipe gives nothing when it is opened again.
    @Test
    void whatCannotBeReadTwiceAndWhatHoldsNothingIsRefused() {
        EditedReplay pipe = new EditedReplay(run, new EditedFile(Path.of("/dev/null")), 12, OPEN, living(), () -> {});
        assertThatThrownBy(pipe::publish)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("/dev/null is not a regular file");
        assertThatThrownBy(() -> replayed("", " "))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("holds no document");
    }

    @Test
    void allLinesAreLookedAtBeforeMuchIsPublished() {
        String large = "{\"_id\":\"a\",\"_version\":7,\"_source\":{\"x\":\"" + "x".repeat(5 << 20) + "\"}}";
        assertThatThrownBy(() -> replayed(6 << 20, large, "{\"_id\":\"b\",\"_version\":8,\"_source\":{}}"))
                .hasMessageContaining("line 2: 'b' was not rejected");
        assertThat(run.records()).isZero();
    }

    @Test
    void oneDocumentTwiceIsRefused() {
        String line = "{\"_id\":\"a\",\"_version\":7,\"_source\":{}}";
        assertThatThrownBy(() -> replayed(line, line)).hasMessageContaining("line 2: 'a' was there before");
        assertThat(run.records()).isZero();
    }

    @Test
    void aFileThatIsNotThereIsSaid() {
        EditedFile nothing = new EditedFile(folder.resolve("nothing"));
        assertThatThrownBy(() -> new EditedReplay(run, nothing, 12, OPEN, living(), () -> {}).publish())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void whatIsWrittenOutToBeEditedIsTakenAsItIs() throws Exception {
        reject("a\n\"", "ü", 10, "{\"lines\":\n[1]}");
        EditableRejects editable = new EditableRejects(
                Choice.ALL, new RejectOrder(VersionMode.SEQNO), run.state().committed());
        run.forEachReject(editable::add);
        editable.choose();
        List<String> lines = new ArrayList<>();
        run.forEachReject((one, _) ->
                editable.line(one).ifPresent(line -> lines.add(line.utf8().stripTrailing())));
        assertThat(lines)
                .containsExactly(
                        "{\"_id\":\"a\",\"_version\":7,\"_source\":{\"n\":7}}",
                        "{\"_id\":\"b\",\"_routing\":\"r\",\"_version\":8,\"_source\":{}}",
                        "{\"_id\":\"a\\n\\\"\",\"_routing\":\"ü\",\"_version\":10,\"_source\":{\"lines\": [1]}}");
        assertThat(editable.written()).isEqualTo(3);
        assertThat(editable.leftOut()).isEqualTo(1);
        assertThat(replayed(100, lines.toArray(String[]::new)).published()).isEqualTo(3);
    }

    /// Servers take them, and tools that read JSON do not.
    @Test
    void commentsAreNotWrittenOutAndAreTakenFromAFile() throws Exception {
        reject("c", null, 10, "{\"u\":\"//\" /* two */ ,\"n\":1}// the end");
        EditableRejects editable = new EditableRejects(
                Choice.ALL, new RejectOrder(VersionMode.SEQNO), run.state().committed());
        run.forEachReject(editable::add);
        editable.choose();
        List<String> lines = new ArrayList<>();
        run.forEachReject((one, _) -> editable.line(one).ifPresent(line -> lines.add(line.utf8())));
        assertThat(lines.getLast())
                .isEqualTo("{\"_id\":\"c\",\"_version\":10,\"_source\":{\"u\":\"//\"   ,\"n\":1} }\n");
        assertThat(editable.leftOut()).isEqualTo(1);

        replayed(100, "{\"_id\":\"a\",\"_version\":7, /* mine */ \"_source\":{\"n\":7/* 8? */}} // mended");
        assertThat(run.published(0)).extracting(DocRecord::source).containsExactly(Bytes.utf8("{\"n\":7/* 8? */}"));
        assertThatThrownBy(() -> replayed("{\"_id\":\"b\",\"_routing\":\"r\",\"_version\":8,\"_source\":{} // }"))
                .hasMessageContaining("line 1: it is not JSON");
    }

    private EditedReplay replayed(String... lines) throws IOException {
        return replayed(12, lines);
    }

    private EditedReplay replayed(long maxBytes, String... lines) throws IOException {
        Path file = Files.write(folder.resolve("edited.ndjson"), List.of(lines));
        EditedReplay replay = new EditedReplay(run, new EditedFile(file), maxBytes, OPEN, living(), () -> {});
        replay.publish();
        return replay;
    }

    private LivingStates living() {
        return new LivingStates(run.compared(), run.sleeper());
    }

    private void reject(String id, @Nullable String routing, long version, String body) {
        DocRecord document =
                new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, Bytes.utf8(body));
        run.reject(new Reject(document, "mapper", "reason", 0));
    }
}
