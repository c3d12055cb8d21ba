package io.shardstream.ittests.secrecy;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.ArrayList;
import java.util.List;

/// Remembers the log lines of the tests' own process, in which many tests run commands; named in `logback-test.xml`.
public final class Overheard extends PatternLayoutEncoder {
    private static final List<String> LINES = new ArrayList<>();
    private static final int MOST = 20_000;
    private static int forgotten;

    @Override
    public byte[] encode(ILoggingEvent event) {
        byte[] line = super.encode(event);
        hear(new String(line, UTF_8));
        return line;
    }

    /// How many lines there have been.
    static int count() {
        synchronized (LINES) {
            return forgotten + LINES.size();
        }
    }

    /// The lines after so many, as far back as is remembered.
    static List<String> since(int lines) {
        synchronized (LINES) {
            return List.copyOf(LINES.subList(Math.max(0, lines - forgotten), LINES.size()));
        }
    }

    static void hear(String line) {
        synchronized (LINES) {
            if (LINES.size() == MOST) {
                LINES.subList(0, MOST / 2).clear();
                forgotten += MOST / 2;
            }
            LINES.add(line);
        }
    }
}
