package io.shardstream.cli.watch;

import java.util.ArrayList;
import java.util.List;

/// Something that is said at length: a word for what it is, and a sentence on as many lines as that takes and as there
/// may be.
record Notice(String word, Style wordStyle, String sentence, Style style) {
    /// @param most lines
    List<Line> lines(int columns, int most) {
        int indent = Math.max(Bar.NAME, Columns.of(word) + 1);
        List<Line> lines = new ArrayList<>();
        for (String text : Columns.wrap(new StyledText(sentence, style).text(), Math.max(1, columns - indent), most)) {
            Line begun = lines.isEmpty()
                    ? Line.of(word, wordStyle).and(" ".repeat(indent - Columns.of(word)), Style.PLAIN)
                    : Line.of(" ".repeat(indent), Style.PLAIN);
            lines.add(begun.and(text, style));
        }
        return lines;
    }
}
