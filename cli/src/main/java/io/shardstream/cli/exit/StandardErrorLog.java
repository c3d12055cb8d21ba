package io.shardstream.cli.exit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Supplier;

/// Log lines on [standard error][StandardError]; named in `logback.xml`.
public final class StandardErrorLog extends OutputStreamAppender<ILoggingEvent> {
    private final OutputStream out;
    private final Supplier<PrintStream> err;

    /// Made by Logback, maybe before the process has its standard error.
    public StandardErrorLog() {
        this(ConsoleTarget.SystemErr.getStream(), () -> System.err);
    }

    StandardErrorLog(StandardError err) {
        this(err, () -> err);
    }

    private StandardErrorLog(OutputStream out, Supplier<PrintStream> err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void start() {
        setOutputStream(out);
        super.start();
    }

    @Override
    protected void subAppend(ILoggingEvent line) {
        long leftOut = err.get() instanceof StandardError all ? all.leftOut() : 0;
        if (leftOut > 0) {
            super.subAppend(new LoggingEvent(
                    StandardErrorLog.class.getName(),
                    ((LoggerContext) getContext()).getLogger(StandardErrorLog.class),
                    Level.WARN,
                    "{} lines were dropped here because nobody read standard error",
                    null,
                    new Object[] {leftOut}));
        }
        super.subAppend(line);
    }
}
