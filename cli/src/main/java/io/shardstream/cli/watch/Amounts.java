package io.shardstream.cli.watch;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.console.view.TimeLeft;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/// Shares, rates and times in few characters.
final class Amounts {
    private static final long SECONDS_SHOWN = 90;
    private static final long MINUTES_SHOWN = 90;
    private static final long HOURS_SHOWN = 48;

    private Amounts() {}

    /// `48.3 %`, never rounded up: 100 only for all.
    static String percent(double percent) {
        return String.format(Locale.ROOT, "%.1f %%", Math.floor(percent * 10) / 10);
    }

    /// `48 %`, never rounded up.
    static String wholePercent(double percent) {
        return String.format(Locale.ROOT, "%.0f %%", Math.floor(percent));
    }

    /// `1,870/s`.
    static String perSecond(double rate) {
        return NumberText.count(Math.round(rate)) + "/s";
    }

    /// `64 s`, `12 min`, `3 h`, `4 d`, in the largest unit of which there are many.
    static String time(Duration time) {
        if (time.toSeconds() < SECONDS_SHOWN) {
            return time.toSeconds() + " s";
        }
        if (time.toMinutes() < MINUTES_SHOWN) {
            return time.toMinutes() + " min";
        }
        return time.toHours() < HOURS_SHOWN ? time.toHours() + " h" : NumberText.count(time.toDays()) + " d";
    }

    /// How long what waits takes to be written; `stands` where nothing is written.
    static String behind(OptionalDouble seconds) {
        return seconds.isEmpty() ? "stands" : time(Duration.ofSeconds((long) Math.ceil(seconds.getAsDouble())));
    }

    /// `12 min to 15 min left, by lane 3`.
    static String left(TimeLeft left) {
        String low = time(left.low());
        String high = time(left.high());
        String by = left.by().isEmpty() ? "" : ", by " + left.by();
        if (left.low().compareTo(TimeLeft.NEVER) >= 0) {
            return "nothing moves" + by;
        }
        if (left.high().compareTo(TimeLeft.NEVER) >= 0) {
            return low + " left or much more" + by;
        }
        return (low.equals(high) ? low : low + " to " + high) + " left" + by;
    }
}
