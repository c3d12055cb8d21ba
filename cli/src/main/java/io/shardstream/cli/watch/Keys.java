package io.shardstream.cli.watch;

import io.shardstream.cli.exit.Stop;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// Keys that somebody presses, each at once and without the terminal showing it; closed, it is as it was before.
final class Keys implements RefreshInterval, AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Function<List<String>, Optional<String>> stty;
    private final InputStream in;
    private final Stop stop;
    private final Optional<String> before;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /// @param stty sets the terminal
    /// @param in what is typed there
    Keys(Function<List<String>, Optional<String>> stty, InputStream in, Stop stop) {
        this.stty = stty;
        this.in = in;
        this.stop = stop;
        before = stty.apply(List.of("-g"));
        if (before.isPresent()) {
            var _ = stty.apply(List.of("-icanon", "-echo"));
        }
    }

    @Override
    public Woken within(Duration time) {
        for (Duration waited = Duration.ZERO; waited.compareTo(time) < 0; waited = waited.plus(BETWEEN_LOOKS)) {
            if (isQuitPressed()) {
                return Woken.QUIT;
            }
            if (stop.askedWithin(BETWEEN_LOOKS)) {
                return Woken.STOPPED;
            }
        }
        return Woken.TIME_IS_OVER;
    }

    private boolean isQuitPressed() {
        try {
            while (in.available() > 0) {
                int key = in.read();
                if (key == 'q' || key == 'Q') {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("The terminal's keys cannot be read", e);
        }
    }

    @Override
    public void close() {
        giveBack();
    }

    /// Lets the terminal take whole lines again, as it did before.
    void giveBack() {
        if (before.isPresent() && isClosed.compareAndSet(false, true)) {
            var _ = stty.apply(List.of(before.get()));
        }
    }
}
