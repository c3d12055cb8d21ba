package io.shardstream.common.contract.bytes;

import java.time.Duration;
import java.util.Locale;

/// Numbers as people read them.
public final class NumberText {
    private static final long THOUSAND = 1000;
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

    private NumberText() {}

    /// `1,234,567`.
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// `1 document`, `1,234 documents`: a number and what is counted.
    ///
    /// @param one the word for one of them, which takes an s for many
    public static String of(long value, String one) {
        return of(value, one, one + "s");
    }

    /// `1 copy`, `2 copies`.
    public static String of(long value, String one, String many) {
        return count(value) + " " + (value == 1 ? one : many);
    }

    /// `12.3 MB`: decimal units, as network and disk speeds have them.
    public static String bytes(double value) {
        double rest = value;
        int unit = 0;
        while (rest >= THOUSAND && unit < UNITS.length - 1) {
            rest /= THOUSAND;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, UNITS[unit]);
    }

    /// The same of a whole number.
    public static String bytes(long value) {
        return bytes((double) value);
    }

    /// `90s`, `1500ms`: nothing is rounded, and a run file takes it.
    public static String exact(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    /// `1 h 02 min`, `3 min 04 s`, `5 s`.
    public static String time(Duration time) {
        if (time.toHours() > 0) {
            return String.format(Locale.ROOT, "%d h %02d min", time.toHours(), time.toMinutesPart());
        }
        return time.toMinutes() > 0
                ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                : time.toSeconds() + " s";
    }
}
