package io.shardstream.cli.log;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;

/// Writes log lines as text by its pattern, or as JSON where [ProcessLog] has been told so; named in `logback.xml`.
public final class LineEncoder extends PatternLayoutEncoder {
    @Override
    public byte[] encode(ILoggingEvent line) {
        return ProcessLog.isJson(line.getLoggerContextVO().getPropertyMap()) ? JsonLine.of(line) : super.encode(line);
    }
}
