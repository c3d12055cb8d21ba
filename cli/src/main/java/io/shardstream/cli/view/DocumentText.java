package io.shardstream.cli.view;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.control.scan.DocumentKey;

/// A document's name for people, on one line.
public final class DocumentText {
    private DocumentText() {}

    public static String of(DocumentKey document) {
        Bytes routing = document.routing();
        String id = printable(document.id().utf8());
        return routing == null ? id : id + " (routing " + printable(routing.utf8()) + ")";
    }

    /// On one line, and without anything that a terminal would carry out; JSON output tells it exactly.
    private static String printable(String text) {
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
