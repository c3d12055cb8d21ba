package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonShapeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1:5] failed to parse field [n] of type [long] in document with id 'd3'. Preview of field's value:"
                        + " 'it's \"secret\" [x]': For input string: \"it's\""
                        + " | […] failed to parse field [n] of type [long] in document with id '…'. Preview of field's"
                        + " value: …",
                "failed to parse date field [secret] with format [strict_date]"
                        + " | failed to parse date field […] with format […]",
                "mapping set to strict, dynamic introduction of [foo] within [_doc] is not allowed"
                        + " | mapping set to strict, dynamic introduction of [foo] within [_doc] is not allowed",
                "object mapping for [a] tried to parse field [a] as object, but found a concrete value"
                        + " | object mapping for [a] tried to parse field [a] as object, but found a concrete value",
                "Failed to parse value [secret] as only [true] or [false] are allowed."
                        + " | Failed to parse value […] as only […] or […] are allowed.",
                "value [[secret, x], secret] is wrong | value […] is wrong",
                "the document of 2012 bytes is larger than the limit of 1,024 bytes"
                        + " | the document of # bytes is larger than the limit of # bytes",
                "Unexpected character ('}' (code 125)) at [Source: (byte[])\"{\"secret\":1}\"; line: 1, column: 5]"
                        + " | Unexpected character ('…' (code #)) at [Source: …",
                "'secret' is not an IP string literal. | '…' is not an IP string literal.",
            })
    void keepsWhatIsWrongAndDropsWhatIsOfOneDocument(String reason, String shape) {
        assertThat(ReasonShape.of(reason)).isEqualTo(shape);
    }

    @Test
    void isOneLineOfBoundedLength() {
        assertThat(ReasonShape.of("a\n\tb\u0000" + " long words".repeat(1000)))
                .startsWith("a b\\u{0} long words")
                .endsWith("…")
                .hasSizeLessThan(180);
        assertThat(ReasonShape.of("")).isEmpty();
    }
}
