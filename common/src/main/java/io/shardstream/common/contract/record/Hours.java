package io.shardstream.common.contract.record;

import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Hours of every day, such as `22:00-06:00`, which go over midnight if they end before they begin.
///
/// @param from the first moment, to the minute
/// @param to the first moment after them
public record Hours(LocalTime from, LocalTime to) {
    private static final Pattern TEXT = Pattern.compile("(\\d{2}:\\d{2})-(\\d{2}:\\d{2})");

    public Hours {
        if (from.equals(to)) {
            throw new IllegalArgumentException("hours must end at another time than they begin, got " + from);
        }
    }

    /// @throws IllegalArgumentException if the text does not say hours
    public static Hours of(String text) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("hours must be such as 22:00-06:00, got " + text);
        }
        try {
            return new Hours(LocalTime.parse(match.group(1)), LocalTime.parse(match.group(2)));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("hours must be such as 22:00-06:00, got " + text, e);
        }
    }

    public boolean hold(LocalTime time) {
        boolean begun = !time.isBefore(from);
        boolean ended = !time.isBefore(to);
        return from.isBefore(to) ? begun && !ended : begun || !ended;
    }

    @Override
    public String toString() {
        return from + "-" + to;
    }
}
