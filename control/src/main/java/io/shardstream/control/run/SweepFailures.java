package io.shardstream.control.run;

import io.shardstream.control.state.Behind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// That sweeps fail again and again, so that the target keeps what the source has deleted: one that fails is
/// made up for by the next, and people need to hear of more. What is not renewed says nothing any more, since
/// another process may control the run. Told by the thread that sweeps, asked for by any.
public final class SweepFailures {
    private static final int SOME = 3;
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final InstantSource clock;
    private int inARow;
    private Instant until = Instant.MIN;
    private volatile @Nullable Told told;

    /// @param until when the next sweep has told how it went
    private record Told(String words, Instant until) {}

    public SweepFailures(InstantSource clock) {
        this.clock = clock;
    }

    /// @param why in words, without anything of documents
    /// @param lasted how long it took: one that began later than the next was to end is the first of a row
    /// @param pause until the next one, which may take as long
    void failed(String why, Duration lasted, Duration pause) {
        Instant now = clock.instant();
        inARow = now.minus(lasted).isBefore(until) ? inARow + 1 : 1;
        until = now.plus(pause).plus(lasted).plus(GRACE);
        if (inARow >= SOME) {
            told = new Told(
                    "the last " + inARow + " sweeps have failed, and what the source has deleted meanwhile stays in"
                            + " the target: " + why,
                    until);
        }
    }

    void succeeded() {
        inARow = 0;
        told = null;
    }

    /// The same lag with what is to be told of sweeps.
    public OperationLag with(OperationLag lag) {
        return state -> lag.of(state)
                .map(behind -> words().map(words -> new Behind(
                                behind.operations(),
                                behind.waitsFor().isEmpty() ? words : behind.waitsFor() + "; " + words,
                                behind.byShard(),
                                behind.at()))
                        .orElse(behind));
    }

    private Optional<String> words() {
        return Optional.ofNullable(told)
                .filter(now -> clock.instant().isBefore(now.until()))
                .map(Told::words);
    }
}
