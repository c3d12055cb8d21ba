package io.shardstream.cli.view;

import java.util.ArrayList;
import java.util.List;

/// Sentences in lines that fit on a screen.
public final class Wrapped {
    private static final int WIDTH = 80;

    private Wrapped() {}

    /// The text in lines of at most 80 characters, as far as its words let it.
    public static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
