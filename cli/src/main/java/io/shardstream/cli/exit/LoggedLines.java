package io.shardstream.cli.exit;

import java.io.Writer;
import java.util.function.Consumer;

/// Text that is written line by line, each line of which is logged: what a command shows beside its log, where
/// everything that it writes has to be JSON.
public final class LoggedLines extends Writer {
    private final Consumer<String> log;
    private final StringBuilder begun = new StringBuilder();

    /// @param log told each line that is complete and not blank
    public LoggedLines(Consumer<String> log) {
        this.log = log;
    }

    @Override
    public void write(char[] from, int offset, int count) {
        begun.append(from, offset, count);
        int end = begun.indexOf("\n");
        while (end >= 0) {
            String line = begun.substring(0, end).stripTrailing();
            begun.delete(0, end + 1);
            if (!line.isBlank()) {
                log.accept(line);
            }
            end = begun.indexOf("\n");
        }
    }

    /// Nothing is held back but a line that is not complete.
    @Override
    public void flush() {}

    @Override
    public void close() {}
}
