package io.shardstream.cli.exit;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;

/// Standard error of a process that does not wait for somebody who does not read it: log lines, progress, and
/// the sentence with which it ends. The threads that write them may hold production's write block, or end the
/// process.
public final class StandardError extends PrintStream {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int MOST_KEPT = 1000;

    private final UnreadOutput lines;

    /// @param patience how long whoever writes a line waits until it is taken
    /// @param mostKept how many lines are kept behind one that is not taken
    StandardError(OutputStream out, Charset charset, Duration patience, int mostKept) {
        this(new UnreadOutput(out, patience, mostKept), charset);
    }

    private StandardError(UnreadOutput lines, Charset charset) {
        super(lines, true, charset);
        this.lines = lines;
    }

    /// From now on all that this process writes to standard error goes through it.
    public static void begins() {
        PrintStream err = System.err;
        if (!(err instanceof StandardError)) {
            System.setErr(new StandardError(err, err.charset(), PATIENCE, MOST_KEPT));
        }
    }

    /// How many lines were left out since this was asked last; 0 as long as more may be.
    long leftOut() {
        return lines.leftOut();
    }
}
