package io.shardstream.common.shard.page;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/// Documents with something put in, taken out or changed.
final class Damage {
    private static final String[] PUT_IN = {
        "/**/",
        "/*\"*/",
        "//}\n",
        "/*}]}}*/",
        "\uFEFF",
        "NaN",
        " ",
        "\"",
        "{",
        "}",
        "\\",
        ",",
        "'",
        "#\n",
        "\u0000",
        "1",
        "{\"_index\":\"i\",\"_id\":\"x\",\"_seq_no\":7,\"_source\":{}},",
        ",\"x\":{\"_index\":\"i\",\"_id\":\"x\",\"_seq_no\":7,\"_source\":{}}"
    };

    private Damage() {}

    static byte[] of(byte[] document, Random random) {
        int at = random.nextInt(document.length + 1);
        return switch (random.nextInt(3)) {
            case 0 -> replaced(document, at, new byte[] {(byte) random.nextInt(256)}, 1);
            case 1 -> replaced(document, at, new byte[0], 1);
            default ->
                replaced(document, at, PUT_IN[random.nextInt(PUT_IN.length)].getBytes(StandardCharsets.UTF_8), 0);
        };
    }

    private static byte[] replaced(byte[] document, int at, byte[] by, int length) {
        int end = Math.min(document.length, at + length);
        byte[] damaged = Arrays.copyOf(document, at + by.length + document.length - end);
        System.arraycopy(by, 0, damaged, at, by.length);
        System.arraycopy(document, end, damaged, at + by.length, document.length - end);
        return damaged;
    }
}
