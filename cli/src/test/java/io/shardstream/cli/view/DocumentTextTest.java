package io.shardstream.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.control.compare.scan.DocumentKey;
import org.junit.jupiter.api.Test;

class DocumentTextTest {
    @Test
    void anIdIsShownAsItIs() {
        assertThat(text("Straße \\ 東京 \uD83D\uDE00")).isEqualTo("Straße \\ 東京 \uD83D\uDE00");
    }

    @Test
    void nothingReachesTheTerminalThatItWouldCarryOut() {
        assertThat(text("two\nlines \u001b[31m \u202e \u2028"))
                .isEqualTo("two\\u{a}lines \\u{1b}[31m \\u{202e} \\u{2028}");
    }

    @Test
    void aRoutingIsToldTheSameWay() {
        assertThat(DocumentText.of(new DocumentKey(Bytes.utf8("a"), Bytes.utf8("r\t"))))
                .isEqualTo("a (routing r\\u{9})");
    }

    private static String text(String id) {
        return DocumentText.of(new DocumentKey(Bytes.utf8(id), null));
    }
}
