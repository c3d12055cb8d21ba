package io.shardstream.control.state.topics;

import java.time.Duration;

/// How long topics keep their records, as `retention.ms` and `retention.bytes` say it.
public final class Retention {
    /// Without a limit.
    public static final String FOR_EVER = "-1";

    /// Of outcomes, in milliseconds. The ledger adds them up within seconds; where no process controls the
    /// run for longer than that, it counts what has expired as unaccounted.
    public static final String OF_OUTCOMES = Long.toString(Duration.ofDays(7).toMillis());

    private Retention() {}

    /// Whether a topic keeps its records as long as it must.
    ///
    /// @param is what it is set to; anything that is no number keeps nothing
    /// @param needed what it must be set to at least
    public static boolean isEnough(String is, String needed) {
        return is.equals(needed) || is.equals(FOR_EVER) || (isNumber(is) && isNumber(needed) && keeps(is, needed));
    }

    private static boolean keeps(String is, String needed) {
        return Long.parseLong(is) >= Long.parseLong(needed);
    }

    private static boolean isNumber(String value) {
        return value.matches("\\d{1,18}");
    }
}
