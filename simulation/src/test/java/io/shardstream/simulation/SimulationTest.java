package io.shardstream.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.simulation.world.World;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Many seeds of the simulation, none of which may go wrong.
///
/// * `-Dshardstream.simulation.seeds=100` plays another number of them.
/// * `-Dshardstream.simulation.minutes=120` plays as long as that, other seeds each time.
/// * `-Dshardstream.simulation.seed=17` plays one, and prints what happened in it.
class SimulationTest {
    private static final int SEEDS = 2_000;
    private static final String PROPERTY = "shardstream.simulation.";

    @Test
    void noSeedLosesResurrectsOrInventsADocument() {
        Long only = Long.getLong(PROPERTY + "seed");
        if (only != null) {
            playAlone(only);
            return;
        }
        Integer minutes = Integer.getInteger(PROPERTY + "minutes");
        long begin = System.nanoTime();
        long first = minutes == null ? 1 : System.currentTimeMillis() * 1000;
        Seeds.Result result = new Seeds(null)
                .play(first, minutes == null ? some(Integer.getInteger(PROPERTY + "seeds", SEEDS)) : during(minutes));
        System.out.printf(
                "Simulation: %d seeds from %d in %d s%n",
                result.played(),
                first,
                Duration.ofNanos(System.nanoTime() - begin).toSeconds());
        result.failure().ifPresent(failure -> {
            throw new AssertionError(
                    "seed " + failure.seed() + ": " + failure.thrown().getMessage() + "; see it happen with -D"
                            + PROPERTY + "seed=" + failure.seed(),
                    failure.thrown());
        });
    }

    private static BooleanSupplier some(int seeds) {
        AtomicLong left = new AtomicLong(seeds);
        return () -> left.getAndDecrement() > 0;
    }

    private static BooleanSupplier during(int minutes) {
        long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
        return () -> System.nanoTime() < end;
    }

    private static void playAlone(long seed) {
        try (World world = new World(seed, null, true)) {
            try {
                world.play();
            } finally {
                System.out.println(world.traced());
            }
        }
    }

    @Test
    void aSeedIsTheSameEveryTime() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(fingerprint(seed)).as("seed " + seed).isEqualTo(fingerprint(seed));
        }
    }

    private static long fingerprint(long seed) {
        try (World world = new World(seed, null, true)) {
            world.play();
            return world.fingerprint();
        }
    }
}
