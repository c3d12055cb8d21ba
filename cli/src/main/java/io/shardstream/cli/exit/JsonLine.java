package io.shardstream.cli.exit;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.log.LogKey;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.json.JsonMapper;

/// A log line as one JSON object with the keys of [LogKey], as far as there is something to say, and no others,
/// whatever a library adds to its lines.
final class JsonLine {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private JsonLine() {}

    /// In UTF-8, with the line feed, and without anything that a terminal would carry out.
    static byte[] of(ILoggingEvent line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (LogKey key : LogKey.values()) {
            Object value = value(key, line);
            if (value != null) {
                fields.put(key.key(), value);
            }
        }
        return (Printable.lines(MAPPER.writeValueAsString(fields)) + "\n").getBytes(UTF_8);
    }

    private static @Nullable Object value(LogKey key, ILoggingEvent line) {
        return switch (key) {
            case TIME -> MILLIS.format(Instant.ofEpochMilli(line.getTimeStamp()));
            case LEVEL -> line.getLevel().toString();
            case RUN, PART, INSTANCE ->
                line.getLoggerContextVO().getPropertyMap().get(key.key());
            case SHARD, LANE, NODE, INDEX -> said(key, line.getKeyValuePairs());
            case MESSAGE -> line.getFormattedMessage();
            case ERROR -> trace(line.getThrowableProxy());
            case LOGGER -> line.getLoggerName();
            case THREAD -> line.getThreadName();
        };
    }

    private static @Nullable Object said(LogKey key, @Nullable List<KeyValuePair> pairs) {
        if (pairs == null) {
            return null;
        }
        Object last = null;
        for (KeyValuePair pair : pairs) {
            if (key.key().equals(pair.key)) {
                last = pair.value instanceof Number number ? number : String.valueOf(pair.value);
            }
        }
        return last;
    }

    private static @Nullable String trace(@Nullable IThrowableProxy thrown) {
        return thrown == null ? null : ThrowableProxyUtil.asString(thrown).stripTrailing();
    }
}
