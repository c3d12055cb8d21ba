package io.shardstream.common.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

class SourceLineTest {
    /// As Elasticsearch sets up its parser.
    private static final JsonFactory PARSER =
            JsonFactory.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                " {\"a\" : 1.000000000000000005 }\t",
                "{\"a\":1}\r",
                "{\"a\":1 // c\r}",
                "{\"a\":1}// to the end",
                "{\"a\":/* x */1E400}",
                "{\"s\":\"\\n \u2028 \u0085 漢字 😀\"}",
                ""
            })
    void withoutALineFeedEveryByteStays(String source) {
        assertThat(line(source)).isEqualTo(source + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{\n  \"a\": 1\n}\n`                   | `{   \"a\": 1 } `",
                "`{\r\n\"a\":1\r\n}`                   | `{\r \"a\":1\r }`",
                "`{\"a\":1 // one\n}`                  | `{\"a\":1   }`",
                "`{\"a\":1 // one\r\n}`                | `{\"a\":1  \r }`",
                "`{\"a\":/* \n */1}`                   | `{\"a\": 1}`",
                "`{\"a\":/**/1/***/\n}`                | `{\"a\": 1  }`",
                "`{\"a\":\"// /* \\\" */\"\n}`         | `{\"a\":\"// /* \\\" */\" }`",
                "`{\"a\\\\\":\"\\\\\"\n}`              | `{\"a\\\\\":\"\\\\\" }`",
                "`{// \"\n}`                           | `{  }`",
                "`{/* \" \n */}`                       | `{ }`",
                "`\n{}//`                              | ` {} `",
                "`{\"a\":[1\n,2]}`                     | `{\"a\":[1 ,2]}`",
                "`{\"a\":1\n/`                         | `{\"a\":1 /`",
            })
    void aLineFeedBecomesASpaceAndCommentsGo(String source, String expected) {
        assertThat(line(source)).isEqualTo(expected + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"x\ny\"}",
                "{\"a\":\"x\\\ny\"}",
                "{\n\"a\":\"x",
                "{\n\"a\":\"x\\",
                "{\n\"a\":\"x\\\"",
                "{\n\"a\":1} /* x",
                "{\n\"a\":1} /*/",
                "{\n\"a\":1} /* x *",
                "\n\""
            })
    void whatCannotBeOneLineIsNotWrittenAtAll(String source) {
        LineBuffer buffer = new LineBuffer(1);
        buffer.add((byte) 'x');
        assertThat(SourceLine.write(buffer, Bytes.utf8(source))).isFalse();
        assertThat(buffer.toBytes().utf8()).isEqualTo("x");
    }

    @Test
    void aDocumentWithRandomWhitespaceAndCommentsStaysTheSameToAParser() {
        for (int seed = 0; seed < 3000; seed++) {
            RandomDocument document = new RandomDocument(new Random(seed));
            String source = document.text();
            String line = line(source);
            assertThat(line.indexOf('\n')).as("seed %d", seed).isEqualTo(line.length() - 1);
            assertThat(tokens(line)).as("seed %d", seed).isEqualTo(tokens(source));
            assertThat(bare(line)).as("seed %d", seed).isEqualTo(document.bare());
        }
    }

    @Test
    void aLineFeedIsFoundWhereverItIsAndNothingElseIsTakenForOne() {
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                if (random.nextInt(4) > 0) {
                    bytes[i] = (byte) (random.nextBoolean() ? 11 : 0x8A);
                }
            }
            int from = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            Bytes slice = Bytes.of(bytes, from, bytes.length - from);
            boolean expected = false;
            for (int i = 0; i < slice.length(); i++) {
                expected |= slice.at(i) == '\n';
            }
            assertThat(SourceLine.hasLineFeed(slice)).isEqualTo(expected);
        }
    }

    private static String line(String source) {
        LineBuffer buffer = new LineBuffer(1);
        byte[] padded = ("zz" + source + "\n\"z").getBytes(StandardCharsets.UTF_8);
        assertThat(SourceLine.write(buffer, Bytes.of(padded, 2, padded.length - 5)))
                .isTrue();
        return buffer.toBytes().utf8();
    }

    private static List<String> tokens(String json) {
        List<String> tokens = new ArrayList<>();
        try (JsonParser parser = PARSER.createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                tokens.add(token + " " + parser.getString());
            }
        }
        return tokens;
    }

    private static String bare(String json) {
        return json.replaceAll("(\"(?:\\\\.|[^\"\\\\])*\")|\\s+", "$1");
    }
}
