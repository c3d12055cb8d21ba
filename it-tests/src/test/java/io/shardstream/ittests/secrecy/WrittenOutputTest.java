package io.shardstream.ittests.secrecy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class WrittenOutputTest {
    @TempDir
    private Path folder = Path.of("");

    private final WrittenOutput written = new WrittenOutput();

    @ParameterizedTest
    @EnumSource
    void whatIsPlantedIsFoundAndNotRepeated(Planted planted) {
        written.said("status", "blocked: Preview of field's value: '" + planted.text() + "'");
        assertThat(written.leaks()).containsExactly("status holds the planted " + planted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "u", "us", "use", "user", "shardstream"})
    void aPasswordIsFoundAsItIsSentWhateverTheUsersName(String user) {
        byte[] pair = (user + ":" + Planted.PASSWORD.text()).getBytes(UTF_8);
        written.said(
                "reader-1.log", "Authorization: Basic " + Base64.getEncoder().encodeToString(pair));
        assertThat(written.leaks()).containsExactly("reader-1.log holds the planted PASSWORD");
    }

    @Test
    void bytesOfRecordsAreLookedAt() {
        byte[] record = ("\u0000\u00ff" + Planted.DOCUMENT.text()).getBytes(UTF_8);
        written.said("topic events", record);
        assertThat(written.leaks()).containsExactly("topic events holds the planted DOCUMENT");
    }

    @Test
    void aPieceOfADocumentIsFound() {
        List<SampleDocument> articles =
                new Articles(1).stream(20).map(written::knows).toList();
        String body = articles.get(7).source().utf8();
        written.said("writer-1.log", "a shard is away: source[" + body + "]");
        written.said("writer-2.log", "a shard is away: source […]");
        assertThat(written.leaks()).containsExactly("writer-1.log holds a piece of a document");
    }

    @Test
    void logsAndResultsInTheFolderAreLookedAtAndWhatHoldsDocumentsOnPurposeIsNot() throws Exception {
        for (String name :
                List.of("run.yaml", "password", "edited.ndjson", "a.log", "verification-x.json", "x.cutover.json")) {
            Files.writeString(folder.resolve(name), Planted.PASSWORD.text());
        }
        written.filesOf(folder);
        assertThat(written.leaks())
                .containsExactlyInAnyOrder(
                        "a.log holds the planted PASSWORD",
                        "verification-x.json holds the planted PASSWORD",
                        "x.cutover.json holds the planted PASSWORD");
    }

    @Test
    void theLogOfThisProcessIsLookedAt() {
        LoggerFactory.getLogger("io.shardstream.secrecy").warn("the key {}", Planted.HTTP_TOKEN.text());
        assertThat(written.leaks()).containsExactly("the log of this process holds the planted HTTP_TOKEN");
        assertThat(new WrittenOutput().leaks()).isEmpty();
    }

    @Test
    void nothingIsFoundWhereNothingIs() {
        written.said("status", "copied 1,000 of 1,000 docs");
        written.said("topic control", new byte[] {0, 1, 2});
        assertThat(written.leaks()).isEmpty();
    }
}
