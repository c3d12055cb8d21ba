package io.shardstream.common.contract.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A document's bytes as one line of a bulk. A line ends at a line feed and nowhere else, so a document
/// without one passes byte for byte.
///
/// In a pretty-printed document each line feed becomes a space and each comment is left out.
/// Elasticsearch's parser takes `/* … */` and `// …` up to a carriage return, a line feed or the end;
/// it refuses `#` (tried on 7.17, 8.19 and 9.5). A string that holds a line feed, a string that does
/// not end and a comment that does not end cannot come from a source, since no server accepts them;
/// they are not written at all, because a line feed left in them would end the line and make the rest
/// an action of its own.
public final class SourceLine {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = '\n' * ONES;

    private final LineBuffer to;
    private final byte[] array;
    private final int end;
    private int at;
    private int plain;

    private SourceLine(LineBuffer to, Bytes source) {
        this.to = to;
        this.array = source.array();
        this.at = source.offset();
        this.plain = at;
        this.end = at + source.length();
    }

    /// Writes the document and the end of its line.
    ///
    /// @return whether it could be written; if not, the buffer is as it was
    public static boolean write(LineBuffer to, Bytes source) {
        if (hasLineFeed(source)) {
            return writeWithoutComments(to, source);
        }
        to.add(source);
        to.add((byte) '\n');
        return true;
    }

    /// The same, with comments left out of every document, so that more than a server can read it.
    ///
    /// @return whether it could be written; if not, the buffer is as it was
    public static boolean writeWithoutComments(LineBuffer to, Bytes source) {
        int before = to.length();
        if (!new SourceLine(to, source).writeFlattened()) {
            to.cutTo(before);
            return false;
        }
        to.add((byte) '\n');
        return true;
    }

    /// Looks at eight bytes at a time: a byte of `x` is zero where there is a line feed, and
    /// subtracting one from a zero byte sets its highest bit.
    public static boolean hasLineFeed(Bytes source) {
        byte[] array = source.array();
        int end = source.offset() + source.length();
        int i = source.offset();
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            long x = (long) LONGS.get(array, i) ^ LINE_FEEDS;
            if ((x - ONES & ~x & HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; i < end; i++) {
            if (array[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private boolean writeFlattened() {
        while (at < end) {
            switch (array[at]) {
                case '"' -> {
                    if (!skipString()) {
                        return false;
                    }
                }
                case '\n' -> replaceUpTo(at + 1);
                case '/' -> {
                    int after = endOfComment();
                    if (after > end) {
                        return false;
                    }
                    if (after == at) {
                        at++;
                    } else {
                        replaceUpTo(after);
                    }
                }
                default -> at++;
            }
        }
        to.add(array, plain, end - plain);
        return true;
    }

    /// Writes everything up to here, then a space in the place of what lies from here to `next`.
    private void replaceUpTo(int next) {
        to.add(array, plain, at - plain);
        to.add((byte) ' ');
        at = next;
        plain = next;
    }

    /// Moves behind the closing quote.
    ///
    /// @return false if there is none, or a line feed before it
    private boolean skipString() {
        for (at++; at < end; at++) {
            switch (array[at]) {
                case '"' -> {
                    at++;
                    return true;
                }
                case '\n' -> {
                    return false;
                }
                case '\\' -> {
                    if (at + 1 < end && array[at + 1] != '\n') {
                        at++;
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    /// Where the comment that begins here ends: here, if none begins; beyond the end, if it does not end.
    private int endOfComment() {
        if (at + 1 == end) {
            return at;
        }
        return switch (array[at + 1]) {
            case '/' -> endOfLineComment();
            case '*' -> endOfBlockComment();
            default -> at;
        };
    }

    private int endOfLineComment() {
        int i = at + 2;
        while (i < end && array[i] != '\n' && array[i] != '\r') {
            i++;
        }
        return i;
    }

    private int endOfBlockComment() {
        for (int i = at + 2; i + 1 < end; i++) {
            if (array[i] == '*' && array[i + 1] == '/') {
                return i + 2;
            }
        }
        return end + 1;
    }
}
