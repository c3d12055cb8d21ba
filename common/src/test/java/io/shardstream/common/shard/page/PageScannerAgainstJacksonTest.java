package io.shardstream.common.shard.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// Compares the scanner with a parser that accepts what Elasticsearch accepts, on random documents and
/// on damaged ones: a document that the parser accepts is either found to the byte or refused, and is
/// never refused if it is strict JSON.
class PageScannerAgainstJacksonTest {
    private static final int DOCUMENTS = Integer.getInteger("shardstream.page.documents", 3000);
    private static final int ROOM = 10;
    private static final JsonFactory STRICT = new JsonFactory();
    private static final JsonFactory LENIENT = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void randomDocumentsAreFoundToTheByte(long seed) throws UnreadablePageException {
        RandomJson random = new RandomJson(new Random(seed));
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] document = random.document();
            assertThat(isDocument(STRICT, document)).isTrue();
            assertThat(PageScanner.scan(between(document)).hits().get(1).source())
                    .as("seed %s, document %s", seed, i)
                    .isEqualTo(Bytes.of(document));
            assertThat(PageScanner.scanAll(between(document), ROOM)
                            .hits()
                            .get(1)
                            .source())
                    .as("seed %s, document %s, by beginnings", seed, i)
                    .isEqualTo(Bytes.of(document));
        }
    }

    /// Its bytes are found although the parser that tells where it ends may refuse what is in it.
    @ParameterizedTest
    @ValueSource(longs = {9, 10, 11, 12})
    void damagedDocumentsOfAWholePageAreFoundToTheByteOrRefused(long seed) {
        Random random = new Random(seed);
        RandomJson documents = new RandomJson(random);
        int accepted = 0;
        int found = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] document = Damage.of(documents.document(), random);
            if (!isDocument(LENIENT, document)) {
                continue;
            }
            accepted++;
            try {
                Page page = PageScanner.scanAll(between(document), ROOM);
                assertThat(page.hits()).as("seed %s, document %s", seed, i).hasSize(3);
                assertThat(page.hits().get(1).source())
                        .as("seed %s, document %s", seed, i)
                        .isEqualTo(Bytes.of(document));
                found++;
            } catch (UnreadablePageException e) {
                assertThat(isDocument(STRICT, document) && !hasByteOrderMark(document))
                        .as("seed %s, document %s is refused", seed, i)
                        .isFalse();
            }
        }
        assertThat(accepted).as("documents that are still accepted").isGreaterThan(DOCUMENTS / 20);
        assertThat(found).as("documents that are found").isGreaterThan(accepted / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void damagedDocumentsAreFoundToTheByteOrRefused(long seed) {
        Random random = new Random(seed);
        RandomJson documents = new RandomJson(random);
        int accepted = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] document = Damage.of(documents.document(), random);
            if (!isDocument(LENIENT, document)) {
                continue;
            }
            accepted++;
            try {
                Page page = PageScanner.scan(between(document));
                assertThat(page.hits().get(1).source())
                        .as("seed %s, document %s", seed, i)
                        .isEqualTo(Bytes.of(document));
            } catch (UnreadablePageException e) {
                assertThat(isDocument(STRICT, document) && !hasByteOrderMark(document))
                        .as("seed %s, document %s is refused", seed, i)
                        .isFalse();
            }
        }
        assertThat(accepted).as("documents that are still accepted").isGreaterThan(DOCUMENTS / 20);
    }

    /// Which parsers skip, and strict JSON has not.
    private static boolean hasByteOrderMark(byte[] document) {
        return document[0] == (byte) 0xEF;
    }

    private static Bytes between(byte[] document) {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        response.writeBytes(ascii(Pages.HEAD.formatted(3) + Pages.hit("a", 1, "{}") + ","));
        response.writeBytes(ascii("{\"_index\":\"i\",\"_id\":\"b\",\"_seq_no\":2,\"_source\":"));
        response.writeBytes(document);
        response.writeBytes(ascii("}," + Pages.hit("c", 3, "{}") + "]}}"));
        return Bytes.of(response.toByteArray());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Whether it is one object and nothing behind it.
    private static boolean isDocument(JsonFactory factory, byte[] document) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), document)) {
            if (!parser.nextToken().isStructStart()
                    || parser.currentToken().asString().equals("[")) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException | NullPointerException e) {
            return false;
        }
    }
}
