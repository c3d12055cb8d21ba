package io.shardstream.cli.watch;

/// How a line is told to a terminal.
///
/// @param withColours whether escape sequences may choose colours
/// @param withBlocks whether it knows more than ASCII
record Ink(boolean withColours, boolean withBlocks) {
    private static final String ESCAPE = "\u001b[";
    private static final String PLAIN = ESCAPE + "m";

    String of(Line line) {
        StringBuilder told = new StringBuilder();
        for (StyledText span : line.spans()) {
            String text = withBlocks ? span.text() : Ascii.of(span.text());
            boolean isColoured = withColours && !span.style().codes().isEmpty();
            told.append(isColoured ? ESCAPE + span.style().codes() + "m" + text + PLAIN : text);
        }
        return told.toString();
    }
}
