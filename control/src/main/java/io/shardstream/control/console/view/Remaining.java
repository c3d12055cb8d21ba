package io.shardstream.control.console.view;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What a part of the run still has to do.
///
/// @param part such as `lane 3`
/// @param amount of whatever its rates count
/// @param perSecond how fast it did that lately
record Remaining(String part, double amount, Rates perSecond) {
    /// The time that all of them take side by side, which is that of the slowest.
    ///
    /// @return empty if nothing is left, or nothing has moved in ten minutes
    static Optional<TimeLeft> timeLeft(List<Remaining> parts) {
        List<Remaining> unfinished =
                parts.stream().filter(part -> part.amount() > 0).toList();
        return unfinished.stream().max(Comparator.comparing(Remaining::atBest)).flatMap(slowest -> {
            Duration high = unfinished.stream()
                    .map(Remaining::atWorst)
                    .max(Comparator.naturalOrder())
                    .orElse(slowest.atWorst());
            return slowest.atBest().equals(TimeLeft.NEVER)
                    ? Optional.empty()
                    : Optional.of(new TimeLeft(slowest.atBest(), high, slowest.part()));
        });
    }

    private Duration atBest() {
        return at(perSecond.fastest());
    }

    private Duration atWorst() {
        return at(perSecond.slowest());
    }

    private Duration at(double rate) {
        double seconds = amount / rate;
        return seconds < TimeLeft.NEVER.toSeconds() ? Duration.ofMillis(Math.round(seconds * 1000)) : TimeLeft.NEVER;
    }
}
