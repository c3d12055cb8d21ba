package io.shardstream.workload.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BareJsonTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\u0000',
            delimiter = '|',
            value = {
                "{ \"a\" : [ 1 , 2 ] }|{\"a\":[1,2]}",
                "{\"a b\":\"c  d\"}|{\"a b\":\"c  d\"}",
                "{\"a\":\"\\\" / //\"}|{\"a\":\"\\\" / //\"}",
                "{\"a\":\"\\\\\" }|{\"a\":\"\\\\\"}",
                "{/* x */\"a\":1/***/}|{\"a\":1}",
                "{/* * / \" */\"a\":1}|{\"a\":1}",
                "{/*/ 1 */\"a\":1}|{\"a\":1}",
                "{\"a\":1}// x|{\"a\":1}",
            })
    void whatStandsBetweenTokensGoesAndStringsStay(String text, String bare) {
        assertThat(bare(text)).isEqualTo(bare);
    }

    @Test
    void lineCommentEndsAtTheLineFeed() {
        assertThat(bare("{ // x\n\"a\":1 }")).isEqualTo("{\"a\":1}");
    }

    @Test
    void newlineIsSeenAnywhere() {
        assertThat(BareJson.hasNewline(bytes("{\"a\":\n1}"))).isTrue();
        assertThat(BareJson.hasNewline(bytes("{\"a\":1}"))).isFalse();
    }

    private static String bare(String text) {
        return UTF_8.decode(BareJson.of(bytes(text))).toString();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
