package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.Printable;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;

/// Writes what commands say without anything that a terminal would carry out: servers, run files and whoever pauses a
/// run have a part in the words. What is JSON says the same afterwards.
public final class PlainWriter extends PrintWriter {
    private final PrintWriter raw;

    private PlainWriter(PrintWriter raw) {
        super(new Plain(raw), true);
        this.raw = raw;
    }

    /// @return the same if it is one already
    public static PrintWriter on(PrintWriter out) {
        return out instanceof PlainWriter ? out : new PlainWriter(out);
    }

    /// What is behind it, for those who move the cursor themselves and make the words that they take from others
    /// [printable][Printable].
    public static PrintWriter raw(PrintWriter out) {
        return out instanceof PlainWriter plain ? plain.raw : out;
    }

    private static final class Plain extends FilterWriter {
        Plain(PrintWriter raw) {
            super(raw);
        }

        @Override
        public void write(int character) throws IOException {
            write(String.valueOf((char) character), 0, 1);
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(String.valueOf(text, offset, length), 0, length);
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            out.write(Printable.lines(text.substring(offset, offset + length)));
        }
    }
}
