package io.shardstream.simulation;

import io.shardstream.simulation.rule.Rule;
import io.shardstream.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Plays seeds, as many at once as there are processors.
final class Seeds {
    private final @Nullable Rule off;

    /// @param off the rule that is broken, null for none
    Seeds(@Nullable Rule off) {
        this.off = off;
    }

    /// A seed that went wrong.
    record Failure(long seed, Throwable thrown) {}

    /// How it went.
    ///
    /// @param played how many seeds
    /// @param failure the lowest of the seeds that went wrong, if one did
    record Result(long played, Optional<Failure> failure) {}

    /// Plays seeds from that one on, until one goes wrong or no more are wanted.
    Result play(long first, BooleanSupplier wanted) {
        AtomicLong next = new AtomicLong(first);
        AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
        List<Thread> players = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            players.add(Thread.ofVirtual().start(() -> {
                while (failure.get() == null && wanted.getAsBoolean()) {
                    long seed = next.getAndIncrement();
                    Throwable thrown = play(seed);
                    if (thrown != null) {
                        failure.accumulateAndGet(new Failure(seed, thrown), Seeds::lower);
                    }
                }
            }));
        }
        players.forEach(Seeds::await);
        return new Result(next.get() - first, Optional.ofNullable(failure.get()));
    }

    private static @Nullable Failure lower(@Nullable Failure one, @Nullable Failure other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.seed() < other.seed() ? one : other;
    }

    private static void await(Thread player) {
        try {
            player.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("seeds were given up", e);
        }
    }

    private @Nullable Throwable play(long seed) {
        try (World world = new World(seed, off, false)) {
            world.play();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }
}
