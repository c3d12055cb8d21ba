package io.shardstream.cli.exit;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.shardstream.common.contract.bytes.Printable;
import java.nio.charset.Charset;
import java.util.Objects;

/// Writes log lines as text by its pattern, or as JSON where [ProcessLog] has been told so; named in
/// `logback.xml`.
public final class LineEncoder extends PatternLayoutEncoder {
    @Override
    public byte[] encode(ILoggingEvent line) {
        return ProcessLog.isJson(line.getLoggerContextVO().getPropertyMap()) ? JsonLine.of(line) : text(line);
    }

    /// Messages and stack traces have words of servers in them.
    private byte[] text(ILoggingEvent line) {
        Charset charset = Objects.requireNonNullElse(getCharset(), Charset.defaultCharset());
        return Printable.lines(getLayout().doLayout(line)).getBytes(charset);
    }
}
