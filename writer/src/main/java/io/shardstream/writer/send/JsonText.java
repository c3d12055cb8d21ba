package io.shardstream.writer.send;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.LineBuffer;
import java.nio.charset.StandardCharsets;

/// UTF-8 text as a JSON string, escaped straight from its bytes: what has to be escaped is always one byte.
final class JsonText {
    private static final byte QUOTE = '"';
    private static final byte BACKSLASH = '\\';
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonText() {}

    /// Writes the text with its quotes.
    static void write(LineBuffer to, Bytes text) {
        to.add(QUOTE);
        byte[] array = text.array();
        int end = text.offset() + text.length();
        int plain = text.offset();
        for (int i = plain; i < end; i++) {
            if (mustEscape(array[i])) {
                to.add(array, plain, i - plain);
                escape(to, array[i]);
                plain = i + 1;
            }
        }
        to.add(array, plain, end - plain);
        to.add(QUOTE);
    }

    private static boolean mustEscape(byte one) {
        // Bytes of longer characters are negative.
        return (one >= 0 && one < ' ') || one == QUOTE || one == BACKSLASH;
    }

    private static void escape(LineBuffer to, byte one) {
        to.add(BACKSLASH);
        if (one == QUOTE || one == BACKSLASH) {
            to.add(one);
        } else {
            to.add((byte) 'u');
            to.add((byte) '0');
            to.add((byte) '0');
            to.add(HEX[one >> 4]);
            to.add(HEX[one & 0xF]);
        }
    }
}
