package io.shardstream.cli.watch;

import java.util.List;
import java.util.OptionalDouble;

/// One bar of a screen.
///
/// @param name what it is about
/// @param style of what is filled
/// @param share how much is filled, 0 to 1; empty for no bar
/// @param texts what stands beside it, from the shortest to the longest
record Bar(String name, Style style, OptionalDouble share, List<String> texts) {
    /// Room for a name and the space behind it.
    static final int NAME = 10;

    private static final int SHORTEST = 10;
    private static final int LONGEST = 40;
    private static final int SPACE = 2;

    Bar {
        texts = List.copyOf(texts);
    }

    /// One line each, with bars of one length and with as much text as leaves them one.
    static List<Line> lines(List<Bar> bars, int columns) {
        int level = bars.stream().mapToInt(bar -> bar.texts.size()).max().orElse(1) - 1;
        while (level > 0 && length(bars, level, columns) < SHORTEST) {
            level--;
        }
        int chosen = level;
        int length = Math.clamp(length(bars, chosen, columns), 1, LONGEST);
        return bars.stream().map(bar -> bar.line(chosen, length)).toList();
    }

    private static int length(List<Bar> bars, int level, int columns) {
        int longest = bars.stream()
                .filter(bar -> bar.share.isPresent())
                .mapToInt(bar -> Columns.of(bar.text(level)))
                .max()
                .orElse(0);
        return columns - NAME - SPACE - longest;
    }

    private String text(int level) {
        return texts.get(Math.min(level, texts.size() - 1));
    }

    private Line line(int level, int length) {
        Line line = Line.of(Columns.left(name, NAME), Style.STRONG);
        if (share.isEmpty()) {
            return line.and(text(level), Style.FAINT);
        }
        String filled = BlockCharacters.bar(share.getAsDouble(), length);
        return line.and(filled, style)
                .and(String.valueOf(BlockCharacters.REST).repeat(length - filled.length()), Style.FAINT)
                .and(" ".repeat(SPACE), Style.PLAIN)
                .and(text(level), Style.PLAIN);
    }
}
