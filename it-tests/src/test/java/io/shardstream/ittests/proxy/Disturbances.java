package io.shardstream.ittests.proxy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Disturbs some of all exchanges, which and how by a seed: some kinds of disturbance in each world, more or
/// less often. Which exchange is next is the machine's choice, so that the same seed makes a like world and
/// not the same.
public final class Disturbances {
    /// Longer than a look of any process, shorter than its patience.
    private static final int LATEST_MILLIS = 1_500;

    private static final int MOST_OF_A_HUNDRED = 8;

    private final Random random;
    private final List<Disturbance> kinds;
    private final int ofAHundred;
    private final Map<Disturbance, Integer> made = new EnumMap<>(Disturbance.class);

    public Disturbances(long seed) {
        random = new Random(seed);
        List<Disturbance> all = new ArrayList<>(List.of(Disturbance.values()));
        all.remove(Disturbance.NONE);
        Collections.shuffle(all, random);
        kinds = List.copyOf(all.subList(0, 2 + random.nextInt(all.size() - 1)));
        ofAHundred = 1 + random.nextInt(MOST_OF_A_HUNDRED);
    }

    synchronized Disturbance next() {
        if (random.nextInt(100) >= ofAHundred) {
            return Disturbance.NONE;
        }
        Disturbance chosen = kinds.get(random.nextInt(kinds.size()));
        made.merge(chosen, 1, Integer::sum);
        return chosen;
    }

    synchronized Duration lateness() {
        return Duration.ofMillis(random.nextInt(LATEST_MILLIS));
    }

    /// How many were disturbed so far.
    public synchronized int count() {
        return made.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public synchronized String toString() {
        return ofAHundred + " of 100 exchanges: " + made;
    }
}
