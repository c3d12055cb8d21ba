package io.shardstream.cli.watch;

import java.util.ArrayList;
import java.util.List;

/// How much room text takes on a terminal, in columns: never less than a terminal takes, so that a line that fits by
/// this fits.
///
/// Characters that are two columns wide are those of Markus Kuhn's `wcwidth` (2007), and emoji.
final class Columns {
    private static final String CUT = "…";
    private static final int EMOJI_STYLE = 0xFE0F;
    private static final int[][] WIDE = {
        {0x1100, 0x115F},
        {0x2329, 0x232A},
        {0x2E80, 0x303E},
        {0x3040, 0xA4CF},
        {0xA960, 0xA97C},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},
        {0xFE10, 0xFE19},
        {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6},
        {0x20000, 0x3FFFD},
    };

    private Columns() {}

    static int of(String text) {
        return text.codePoints().map(Columns::of).sum();
    }

    private static int of(int point) {
        if (point == EMOJI_STYLE) {
            return 1; // it makes the character before it wider on some terminals
        }
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return isWide(point) ? 2 : 1;
    }

    private static boolean isWide(int point) {
        for (int[] range : WIDE) {
            if (point >= range[0] && point <= range[1]) {
                return true;
            }
        }
        return Character.isEmojiPresentation(point);
    }

    /// As much of the beginning as fits.
    static String beginning(String text, int columns) {
        int used = 0;
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            used += of(point);
            if (used > columns) {
                break;
            }
            at += Character.charCount(point);
        }
        return text.substring(0, at);
    }

    /// The text, or as much of it as fits with a mark at its end.
    static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        return columns < 1 ? "" : marked(text, columns);
    }

    /// As much of the text as fits before a mark that says that something is missing.
    static String marked(String text, int columns) {
        return beginning(text, columns - 1) + CUT;
    }

    /// Cut, or with spaces behind it.
    static String left(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - of(cut)));
    }

    /// Cut, or with spaces before it.
    static String right(String text, int columns) {
        String cut = cut(text, columns);
        return " ".repeat(Math.max(0, columns - of(cut))) + cut;
    }

    /// The text in lines, broken between words where that is possible.
    ///
    /// @param most lines; the last one is cut
    static List<String> wrap(String text, int columns, int most) {
        List<String> lines = new ArrayList<>();
        String rest = text.strip();
        while (lines.size() < most - 1 && of(rest) > columns) {
            String fits = beginning(rest, columns);
            int space = rest.charAt(fits.length()) == ' ' ? fits.length() : fits.lastIndexOf(' ');
            String line = space > 0 ? fits.substring(0, space) : fits;
            if (line.isEmpty()) {
                break;
            }
            lines.add(line);
            rest = rest.substring(line.length()).strip();
        }
        lines.add(cut(rest, columns));
        return lines;
    }
}
