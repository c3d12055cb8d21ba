package io.shardstream.common.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PrintableTest {
    private static final String HOSTILE =
            "a\tb\nc\r\u001b[2J\u0007\u007f\u009b31m\u202e\u2028" + Character.toString(0xE0041) + " Zürich 文 😀";

    @Test
    void aNameIsOnOneLine() {
        assertThat(Printable.of("a\n\u001b[2J")).isEqualTo("a\\u{a}\\u{1b}[2J");
    }

    @Test
    void linesKeepTheirLineFeedsAndTabsAndNothingElseThatCannotBeSeen() {
        assertThat(Printable.lines(HOSTILE))
                .isEqualTo("a\tb\nc\\u000d\\u001b[2J\\u0007\\u007f\\u009b31m\\u202e\\u2028\\udb40\\udc41 Zürich 文 😀");
    }

    @Test
    void whatIsJsonSaysTheSameAfterwards() {
        JsonMapper json = new JsonMapper();

        String shown = Printable.lines(json.writeValueAsString(HOSTILE));

        assertThat(json.readTree(shown).asString()).isEqualTo(HOSTILE);
        assertThat(shown).doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\u202e\u2028]");
    }
}
