package io.shardstream.common.line;

/// Names that come from documents, as people see them: on one line, and without anything that a terminal would carry
/// out.
public final class Printable {
    private Printable() {}

    /// The text with the code point of each character that cannot be seen in its place; what is for machines says it
    /// exactly.
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
}
