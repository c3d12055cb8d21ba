package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BulkBodyTest {
    private static final long VERSION = (1L << 50) + 7;
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void aDocumentIsAnActionAndItsSource() {
        assertThat(lines(document("a", null, "{\"n\": 1.0}"))).isEqualTo("""
                {"index":{"_id":"a","version":1125899906842631,"version_type":"external_gte"}}
                {"n": 1.0}
                """);
    }

    @Test
    void aDocumentThatMayOnlyBeCreatedHasNoVersion() {
        assertThat(BulkBody.of(List.of(document("a", "r", "{}")), VersionMode.CREATE)
                        .lines()
                        .utf8())
                .isEqualTo("{\"create\":{\"_id\":\"a\",\"routing\":\"r\"}}\n{}\n");
        assertThatThrownBy(() -> BulkBody.of(List.of(document("a", "r", null)), VersionMode.CREATE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSourcesVersionIsAnExternalOne() {
        assertThat(BulkBody.of(List.of(document("a", null, "{}")), VersionMode.SOURCE))
                .isEqualTo(BulkBody.of(List.of(document("a", null, "{}"))));
    }

    @Test
    void routingIsPartOfTheAction() {
        assertThat(lines(document("a", "r\"1", "{}")))
                .isEqualTo("{\"index\":{\"_id\":\"a\",\"version\":1125899906842631,\"version_type\":\"external_gte\""
                        + ",\"routing\":\"r\\\"1\"}}\n{}\n");
    }

    @Test
    void aDeleteIsAnActionAlone() {
        assertThat(lines(document("a", "r", null)))
                .isEqualTo("{\"delete\":{\"_id\":\"a\",\"version\":1125899906842631,\"version_type\":\"external_gte\""
                        + ",\"routing\":\"r\"}}\n");
    }

    @Test
    void whatJsonEscapesIsEscapedAndNothingElse() {
        assertThat(lines(document("\"\\/\b\f\n\r\t\u0000\u001f\u007fé\u2028漢😀", null, null)))
                .isEqualTo(
                        "{\"delete\":{\"_id\":\"\\\"\\\\/\\u0008\\u000c\\u000a\\u000d\\u0009\\u0000\\u001f\u007fé\u2028漢😀\""
                                + ",\"version\":1125899906842631,\"version_type\":\"external_gte\"}}\n");
    }

    @Test
    void anyIdOf512BytesComesBackFromAParser() {
        Random random = new Random(42);
        for (int round = 0; round < 500; round++) {
            String id = randomText(random, 512);
            JsonNode action = MAPPER.readTree(lines(document(id, id, null)));
            assertThat(action.path("delete").path("_id").stringValue()).isEqualTo(id);
            assertThat(action.path("delete").path("routing").stringValue()).isEqualTo(id);
        }
    }

    @Test
    void aDocumentThatCannotBeALineIsLeftOutWithItsAction() {
        BulkBody body = BulkBody.of(
                List.of(document("a", null, "{}"), document("b", null, "{\"x\":\"\n\"}"), document("c", null, "{\n}")));
        assertThat(body.leftOut()).containsExactly(1);
        assertThat(body.lines().utf8().lines())
                .hasSize(4)
                .noneMatch(line -> line.contains("\"b\""))
                .last()
                .isEqualTo("{ }");
    }

    @Test
    void onlyTheDocumentsOwnPartOfAnArrayIsWritten() {
        byte[] page = "xx{\"a\":1}yy".getBytes(StandardCharsets.UTF_8);
        DocRecord record = new DocRecord(Bytes.utf8("zidz").slice(1, 3), null, VERSION, Bytes.of(page, 2, 7));
        assertThat(BulkBody.of(List.of(record)).lines().utf8())
                .startsWith("{\"index\":{\"_id\":\"id\",")
                .endsWith("}}\n{\"a\":1}\n");
    }

    private static String lines(DocRecord document) {
        return BulkBody.of(List.of(document)).lines().utf8();
    }

    private static DocRecord document(String id, @Nullable String routing, @Nullable String source) {
        return new DocRecord(
                Bytes.utf8(id),
                routing == null ? null : Bytes.utf8(routing),
                VERSION,
                source == null ? null : Bytes.utf8(source));
    }

    /// Any Unicode but lone surrogates, which UTF-8 cannot hold.
    private static String randomText(Random random, int bytes) {
        StringBuilder text = new StringBuilder();
        int length = 0;
        while (true) {
            int character = random.nextInt(3) == 0 ? random.nextInt(128) : random.nextInt(Character.MAX_CODE_POINT + 1);
            if (Character.isBmpCodePoint(character) && Character.isSurrogate((char) character)) {
                continue;
            }
            length += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            if (length > bytes) {
                return text.toString();
            }
            text.appendCodePoint(character);
        }
    }
}
