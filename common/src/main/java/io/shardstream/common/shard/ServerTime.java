package io.shardstream.common.shard;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times as Elasticsearch and OpenSearch write them (`TimeValue`), such as `5s` in a setting and `1.5m` in a
/// sentence.
public final class ServerTime {
    /// Sentences have one digit after the point, which is cut off and not rounded
    /// (`TimeValue.formatDecimal`).
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(?:\\.(\\d))?(nanos|micros|ms|s|m|h|d)");

    private static final int TENTHS = 10;
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "nanos",
            ChronoUnit.NANOS,
            "micros",
            ChronoUnit.MICROS,
            "ms",
            ChronoUnit.MILLIS,
            "s",
            ChronoUnit.SECONDS,
            "m",
            ChronoUnit.MINUTES,
            "h",
            ChronoUnit.HOURS,
            "d",
            ChronoUnit.DAYS);

    private ServerTime() {}

    /// Empty where it is no such time; a negative one is none.
    public static Optional<Duration> parse(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        long tenths = time.group(2) == null ? 0 : Long.parseLong(time.group(2));
        return Optional.of(Duration.of(TENTHS * Long.parseLong(time.group(1)) + tenths, UNITS.get(time.group(3)))
                .dividedBy(TENTHS));
    }
}
