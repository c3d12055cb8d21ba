package io.shardstream.control.run;

import java.time.Duration;

/// Pauses between tries of something that reads everything and may never succeed: the first is short, since
/// what was just mended is mostly found mended, and each is longer than the one before, up to a bound. In the
/// end it takes a tenth of the time, as sweeps do.
final class LongerPauses {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final int MOST_DOUBLED = 5;
    private static final int MOST_TIMES = 9;

    private int tries;

    /// The pause after a try: 10 s, twice as long each time up to 320 s, or once to nine times what the try
    /// took if that is longer, none of it after the first.
    ///
    /// @param took what the last try took
    Duration after(Duration took) {
        Duration doubled = FIRST.multipliedBy(1L << Math.min(tries, MOST_DOUBLED));
        Duration share = took.multipliedBy(Math.min(tries, MOST_TIMES));
        tries = Math.min(tries + 1, MOST_TIMES);
        return share.compareTo(doubled) > 0 ? share : doubled;
    }
}
