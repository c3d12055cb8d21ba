package io.shardstream.control.survey.words;

import java.util.Locale;

/// Numbers as sentences have them.
public final class Words {
    private static final double THOUSAND = 1000;
    private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB", "PB"};

    private Words() {}

    /// `1,234,567`.
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// `12.3 MB`, in decimal units.
    public static String bytes(long value) {
        double rest = value;
        int unit = 0;
        while (rest >= THOUSAND && unit < UNITS.length - 1) {
            rest /= THOUSAND;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, UNITS[unit]);
    }
}
