package io.shardstream.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import java.io.OutputStream;
import java.time.Duration;

/// Log lines on standard error; named in `logback.xml`. The threads that say them may hold production's write
/// block: they do not wait for somebody who does not read them.
public final class StandardErrorLog extends OutputStreamAppender<ILoggingEvent> {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int MOST_KEPT = 1000;

    private final UnreadOutput lines;

    /// Made by Logback.
    public StandardErrorLog() {
        this(ConsoleTarget.SystemErr.getStream(), PATIENCE, MOST_KEPT);
    }

    StandardErrorLog(OutputStream out, Duration patience, int mostKept) {
        this.lines = new UnreadOutput(out, patience, mostKept);
    }

    @Override
    public void start() {
        setOutputStream(lines);
        super.start();
    }

    @Override
    protected void subAppend(ILoggingEvent line) {
        long leftOut = lines.leftOut();
        if (leftOut > 0) {
            super.subAppend(new LoggingEvent(
                    StandardErrorLog.class.getName(),
                    ((LoggerContext) getContext()).getLogger(StandardErrorLog.class),
                    Level.WARN,
                    "{} log lines were dropped here because nobody read standard error",
                    null,
                    new Object[] {leftOut}));
        }
        super.subAppend(line);
    }
}
