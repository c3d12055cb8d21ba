package io.shardstream.common.contract.bytes;

import java.util.Random;

/// A random JSON document, written twice: with random whitespace and comments between its tokens, and
/// with none.
final class RandomDocument {
    private static final String[] STRINGS = {
        "",
        "a",
        "\\\"",
        "\\\\",
        "//",
        "/*",
        "*/",
        "\\n",
        "é😀",
        "\\u000a",
        "{",
        "/",
        "\\/",
        "x // y",
        "\u2028",
        "\\\\\\\""
    };
    private static final String[] SCALARS = {"0", "-1.50", "1E400", "true", "false", "null", "12345678901234567890"};
    private static final String[] BETWEEN = {
        "\n", "\r\n", " ", "\t", "/* \" \n */", "/**/", "// \" /* \n", "//\r", "/* // */", "\r"
    };

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder bare = new StringBuilder();

    RandomDocument(Random random) {
        this.random = random;
        between();
        // Otherwise there may be nothing to flatten, and comments stay.
        text.append('\n');
        object(0);
    }

    String text() {
        return text.toString();
    }

    String bare() {
        return bare.toString();
    }

    private void object(int depth) {
        token("{");
        int fields = random.nextInt(4);
        for (int i = 0; i < fields; i++) {
            string();
            token(":");
            value(depth);
            if (i < fields - 1) {
                token(",");
            }
        }
        token("}");
    }

    private void value(int depth) {
        int kind = depth > 3 ? random.nextInt(2) : random.nextInt(4);
        switch (kind) {
            case 0 -> string();
            case 1 -> token(SCALARS[random.nextInt(SCALARS.length)]);
            case 2 -> object(depth + 1);
            default -> {
                token("[");
                value(depth + 1);
                token(",");
                value(depth + 1);
                token("]");
            }
        }
    }

    private void string() {
        token('"' + STRINGS[random.nextInt(STRINGS.length)] + STRINGS[random.nextInt(STRINGS.length)] + '"');
    }

    private void token(String token) {
        text.append(token);
        bare.append(token);
        between();
    }

    private void between() {
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(BETWEEN[random.nextInt(BETWEEN.length)]);
        }
    }
}
