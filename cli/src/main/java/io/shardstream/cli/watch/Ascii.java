package io.shardstream.cli.watch;

/// A screen for a terminal that knows no more than ASCII, as under `LANG=C`: bars and marks in its characters, `?` for
/// everything else, each as wide as what it stands for.
final class Ascii {
    private static final int LAST = 0x7E;

    private Ascii() {}

    static String of(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (point <= LAST) {
                plain.appendCodePoint(point);
            } else {
                plain.append(String.valueOf(like(point)).repeat(Columns.of(Character.toString(point))));
            }
        });
        return plain.toString();
    }

    private static char like(int point) {
        return switch (point) {
            case BlockCharacters.FULL -> '#';
            case BlockCharacters.REST -> '.';
            case '…' -> '~';
            case '→' -> '>';
            default ->
                BlockCharacters.isLower(point)
                        ? (char) ('0' + Math.round(BlockCharacters.EIGHTHS * BlockCharacters.height(point)))
                        : BlockCharacters.isLeft(point) ? '-' : '?';
        };
    }
}
