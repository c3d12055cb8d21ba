package io.shardstream.common.contract.bytes;

/// What others have written, such as names that come from documents, as people see it: without anything that
/// a terminal would carry out.
public final class Printable {
    private Printable() {}

    /// The text on one line, with the code point of each character that cannot be seen in its place; what is
    /// for machines says it exactly.
    public static String of(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (Character.getType(point)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE -> shown.append("\\u{%x}".formatted(point));
                default -> shown.appendCodePoint(point);
            }
        });
        return shown.toString();
    }

    /// The text with its line feeds and tabs. Other characters that cannot be seen are replaced by what JSON
    /// writes for them, so that what is JSON says the same afterwards.
    public static String lines(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            switch (Character.getType(point)) {
                case Character.CONTROL -> {
                    if (point == '\n' || point == '\t') {
                        shown.append((char) point);
                    } else {
                        escape(point, shown);
                    }
                }
                case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> escape(point, shown);
                default -> shown.appendCodePoint(point);
            }
        });
        return shown.toString();
    }

    /// The beginning of a text that others may have made as long as they like.
    ///
    /// @param most characters of it that are taken
    public static String beginning(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + " …";
    }

    private static void escape(int point, StringBuilder to) {
        for (char part : Character.toChars(point)) {
            to.append("\\u%04x".formatted((int) part));
        }
    }
}
