package io.shardstream.common.runfile;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes such as `8mb` (powers of 1024, as Elasticsearch writes them), times such as `30s`, and plainer values.
final class Units {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})(b|kb|mb|gb)");
    private static final Pattern TIME = Pattern.compile("(\\d{1,18})(ms|s|m|h)");
    private static final Map<String, Long> BYTES = ordered("gb", 1L << 30, "mb", 1L << 20, "kb", 1L << 10, "b", 1L);
    private static final Map<String, Long> MILLIS = ordered("h", 3_600_000L, "m", 60_000L, "s", 1000L, "ms", 1L);

    private Units() {}

    /// A size in bytes.
    static Section.Meaning<Long> size(String least, String most) {
        return value -> {
            BigInteger bytes = parse(SIZE, BYTES, value.text(), "must be a size such as 8mb");
            return within(
                    bytes, parse(SIZE, BYTES, least, ""), parse(SIZE, BYTES, most, ""), least, most, value.text());
        };
    }

    /// A time, exact to the millisecond.
    static Section.Meaning<Duration> time(String least, String most) {
        return value -> {
            BigInteger millis = parse(TIME, MILLIS, value.text(), "must be a time such as 30s");
            return Duration.ofMillis(within(
                    millis, parse(TIME, MILLIS, least, ""), parse(TIME, MILLIS, most, ""), least, most, value.text()));
        };
    }

    /// A whole number.
    static Section.Meaning<Integer> number(int least, int most) {
        return value -> {
            if (!value.text().matches("[+-]?\\d{1,18}")) {
                throw Refused.of("must be a whole number", value.text());
            }
            BigInteger number = new BigInteger(value.text());
            return Math.toIntExact(within(
                    number,
                    BigInteger.valueOf(least),
                    BigInteger.valueOf(most),
                    Integer.toString(least),
                    Integer.toString(most),
                    value.text()));
        };
    }

    /// `true` or `false`.
    static Section.Meaning<Boolean> yesOrNo() {
        return value -> switch (value.text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Refused.of("must be true or false", value.text());
        };
    }

    /// One of a few values.
    ///
    /// @param text how a run file writes a value
    static <T> Section.Meaning<T> oneOf(T[] values, Function<T, String> text) {
        List<String> texts = Arrays.stream(values).map(text).toList();
        String allButLast = String.join(", ", texts.subList(0, texts.size() - 1));
        return value -> {
            int found = texts.indexOf(value.text());
            if (found < 0) {
                throw Refused.of("must be " + allButLast + " or " + texts.getLast(), value.text());
            }
            return values[found];
        };
    }

    /// A size as a run file writes it, in the largest unit that is exact.
    static String size(long bytes) {
        return text(BYTES, bytes);
    }

    /// A time as a run file writes it, in the largest unit that is exact.
    static String time(Duration time) {
        return text(MILLIS, time.toMillis());
    }

    private static long within(
            BigInteger value, BigInteger low, BigInteger high, String least, String most, String text) throws Refused {
        if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
            throw Refused.of("must be " + least + " to " + most, text);
        }
        return value.longValueExact();
    }

    private static BigInteger parse(Pattern pattern, Map<String, Long> units, String text, String mustBe)
            throws Refused {
        Matcher match = pattern.matcher(text);
        Long unit = match.matches() ? units.get(match.group(2)) : null;
        if (unit == null) {
            throw Refused.of(mustBe, text);
        }
        return new BigInteger(match.group(1)).multiply(BigInteger.valueOf(unit));
    }

    private static String text(Map<String, Long> units, long value) {
        return units.entrySet().stream()
                .filter(unit -> value % unit.getValue() == 0 && (value > 0 || unit.getValue() == 1))
                .findFirst()
                .map(unit -> value / unit.getValue() + unit.getKey())
                .orElseThrow();
    }

    private static Map<String, Long> ordered(String a, long x, String b, long y, String c, long z, String d, long u) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put(a, x);
        all.put(b, y);
        all.put(c, z);
        all.put(d, u);
        return all;
    }
}
