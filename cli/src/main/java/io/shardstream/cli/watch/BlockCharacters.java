package io.shardstream.cli.watch;

/// Characters that fill a part of their place, in eighths: from below for cells, from the left for bars.
final class BlockCharacters {
    static final int EIGHTHS = 8;
    static final char FULL = '█';
    static final char REST = '░';

    private static final int LOWER_NONE = '▁' - 1;
    private static final int LEFT_NONE = '▏' + 1;

    private BlockCharacters() {}

    /// A cell: full only for 1.
    ///
    /// @param share 0 to 1
    static String cell(double share) {
        int eighths = Math.clamp((int) Math.floor(share * EIGHTHS), 1, EIGHTHS);
        return Character.toString(LOWER_NONE + eighths);
    }

    /// The filled part of a bar, full only for 1.
    ///
    /// @param share 0 to 1
    /// @param columns of the whole bar
    static String bar(double share, int columns) {
        int eighths = Math.clamp((long) Math.floor(share * columns * EIGHTHS), 0, columns * EIGHTHS);
        int part = eighths % EIGHTHS;
        return String.valueOf(FULL).repeat(eighths / EIGHTHS) + (part == 0 ? "" : Character.toString(LEFT_NONE - part));
    }

    static boolean isBlock(int point) {
        return point == REST || isLower(point) || isLeft(point);
    }

    static boolean isLower(int point) {
        return point > LOWER_NONE && point <= FULL;
    }

    static boolean isLeft(int point) {
        return point > FULL && point < LEFT_NONE;
    }

    /// How much of its place a block fills from below, 0 to 1.
    static double height(int point) {
        return isLower(point) ? (point - LOWER_NONE) / (double) EIGHTHS : 1;
    }

    /// How much of its place a block fills from the left, 0 to 1.
    static double width(int point) {
        return isLeft(point) ? (LEFT_NONE - point) / (double) EIGHTHS : 1;
    }
}
