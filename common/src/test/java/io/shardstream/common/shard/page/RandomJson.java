package io.shardstream.common.shard.page;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Random JSON objects: nested, empty, with escapes, any Unicode, every kind of number and white space.
final class RandomJson {
    private static final String[] SCALARS = {
        "0", "-1", "1.5", "1E400", "-0.0e-7", "12345678901234567890", "true", "false", "null", "\"\"", "{}", "[]"
    };
    private static final String[] PIECES = {
        "a",
        "\\\"",
        "\\\\",
        "\\/",
        "\\u0000",
        "\\ud83d\\ude00",
        "{",
        "}",
        "[",
        "]",
        "}]}}",
        "//",
        "/*",
        ",",
        ":",
        "ä",
        "€",
        "😀",
        "\\n",
        "_source",
        "0123456789"
    };

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    byte[] document() {
        StringBuilder json = new StringBuilder();
        space(json);
        object(json, 0);
        space(json);
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void object(StringBuilder json, int depth) {
        json.append('{');
        int members = random.nextInt(4);
        for (int i = 0; i < members; i++) {
            json.append(i == 0 ? "" : ",");
            space(json);
            string(json);
            space(json);
            json.append(':');
            value(json, depth + 1);
        }
        json.append('}');
    }

    private void value(StringBuilder json, int depth) {
        space(json);
        switch (depth > 5 ? 0 : random.nextInt(4)) {
            case 1 -> string(json);
            case 2 -> object(json, depth);
            case 3 -> array(json, depth);
            default -> json.append(SCALARS[random.nextInt(SCALARS.length)]);
        }
        space(json);
    }

    private void array(StringBuilder json, int depth) {
        json.append('[');
        int elements = random.nextInt(4);
        for (int i = 0; i < elements; i++) {
            json.append(i == 0 ? "" : ",");
            value(json, depth + 1);
        }
        json.append(']');
    }

    private void string(StringBuilder json) {
        json.append('"');
        int pieces = random.nextInt(6);
        for (int i = 0; i < pieces; i++) {
            json.append(PIECES[random.nextInt(PIECES.length)]);
        }
        json.append('"');
    }

    private void space(StringBuilder json) {
        if (random.nextInt(8) == 0) {
            json.append(" \n\t\r ", 0, 1 + random.nextInt(5));
        }
    }
}
