package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.control.compare.rejects.Treatment.Treated;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.exc.StreamConstraintsException;

class SimulatedDocumentTest {
    private static final DocRecord PLAIN = new DocRecord(Bytes.utf8("é"), null, 7, Bytes.utf8("{}"));
    private static final DocRecord ROUTED = new DocRecord(Bytes.utf8("é"), Bytes.utf8("r"), 7, Bytes.utf8("{}"));

    @Test
    void theSourceIsTakenAsItIsShown() {
        assertThat(treated(
                        PLAIN,
                        "{\"doc\":{\"_index\":\"t\",\"_type\":\"_doc\",\"_id\":\"é\",\"_source\":{\"ü\":"
                                + "[1.50,{\"a\":\"\\u00e9\"}]},\"_ingest\":{\"timestamp\":\"2026-01-01T00:00:00Z\"}}}"))
                .isEqualTo(new Treated.Changed(Bytes.utf8("{\"ü\":[1.50,{\"a\":\"\\u00e9\"}]}")));
        assertThat(treated(
                        ROUTED,
                        "{\"doc\":{\"_index\":\"t\",\"_id\":\"é\",\"_routing\":\"r\",\"_version\":\"-3\","
                                + "\"_source\":{}}}"))
                .isEqualTo(new Treated.Changed(Bytes.utf8("{}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"doc\":{\"_index\":\"else\",\"_id\":\"é\",\"_source\":{}}}",
                "{\"doc\":{\"_index\":\"t\",\"_id\":\"x\",\"_source\":{}}}",
                "{\"doc\":{\"_index\":\"t\",\"_id\":\"é\",\"_routing\":\"r\",\"_source\":{}}}"
            })
    void oneThatGoesElsewhereIsNotPublished(String shown) {
        assertThat(treated(PLAIN, shown))
                .isEqualTo(new Treated.Untreated("the pipeline changes its _index, _id or _routing"));
    }

    @Test
    void norIsOneThatIsDroppedOrFailsOrBecomesTooLarge() {
        assertThat(treated(PLAIN, "null")).isEqualTo(new Treated.Untreated("the pipeline drops it"));
        assertThat(treated(
                        PLAIN,
                        "{\"error\":{\"root_cause\":[{\"type\":\"x\"}],\"type\":\"illegal_argument_exception\","
                                + "\"reason\":\"field [a] has 'secret'\"}}"))
                .isEqualTo(new Treated.Untreated("the pipeline fails: illegal_argument_exception: field [a] has '…'"));
        assertThat(treated(
                        PLAIN,
                        "{\"doc\":{\"_index\":\"t\",\"_id\":\"é\",\"_source\":{\"a\":\"" + "x".repeat(100) + "\"}}}"))
                .isEqualTo(new Treated.Untreated("it is larger than docs.max-document after the pipeline"));
    }

    @Test
    void documentsStayInTheirOrder() {
        List<SimulatedDocument> all = SimulatedDocument.all(
                Bytes.utf8("{\"docs\":[{\"doc\":{\"_id\":\"1\"}},null,{\"error\":{\"type\":\"t\",\"reason\":\"\"}},"
                        + "{\"doc\":{\"_id\":\"2\"}}],\"more\":[{}]}"));
        assertThat(all).extracting(SimulatedDocument::id).containsExactly("1", null, null, "2");
    }

    /// C-48: servers take 1,000 levels, and names and numbers of any length.
    @Test
    void aDocumentHasTheLimitsOfServersAndNotThoseOfALibrary() {
        for (String source : List.of(
                "{\"a\":".repeat(900) + "1" + "}".repeat(900),
                "{\"" + "k".repeat(60_000) + "\":1}",
                "{\"a\":" + "7".repeat(5_000) + "}")) {
            assertThat(SimulatedDocument.all(
                                    Bytes.utf8("{\"docs\":[{\"doc\":{\"_index\":\"t\",\"_id\":\"é\",\"_source\":"
                                            + source + "}}]}"))
                            .getFirst()
                            .of(PLAIN, "t", 1 << 20))
                    .isEqualTo(new Treated.Changed(Bytes.utf8(source)));
        }
    }

    @Test
    void oneThatIsDeeperThanThatIsToldApart() {
        String source = "{\"a\":".repeat(20_000) + "1" + "}".repeat(20_000);
        assertThatThrownBy(() -> SimulatedDocument.all(Bytes.utf8(
                        "{\"docs\":[{\"doc\":{\"_index\":\"t\",\"_id\":\"é\",\"_source\":" + source + "}}]}")))
                .isInstanceOf(StreamConstraintsException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "<html>", "{\"docs\":[{"})
    void whatIsNoSuchAnswerIsRefused(String answer) {
        assertThatThrownBy(() -> SimulatedDocument.all(Bytes.utf8(answer))).isInstanceOf(RunRefusedException.class);
    }

    private static Treated treated(DocRecord document, String shown) {
        return SimulatedDocument.all(Bytes.utf8("{\"docs\":[" + shown + "]}"))
                .getFirst()
                .of(document, "t", 100);
    }
}
