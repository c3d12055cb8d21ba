package io.shardstream.simulation.world;

import io.shardstream.simulation.rule.Rule;
import java.util.random.RandomGenerator;

/// What befalls a run that no run gets over by itself: it has to stop, and a person has to decide.
enum Mishap {
    NONE,
    /// Source shards come into other histories.
    NEW_HISTORY,
    /// The docs topic loses records that were acknowledged.
    LOST_RECORDS;

    private static final int ONE_IN = 10;

    /// @param only the worlds that are wanted
    static Mishap of(RandomGenerator random, Rule.World only) {
        int drawn = random.nextInt(ONE_IN);
        return switch (only) {
            case ANY -> drawn == 0 ? NEW_HISTORY : drawn == 1 ? LOST_RECORDS : NONE;
            case IN_SLICES, ZOMBIES -> NONE;
            case NEW_HISTORY -> NEW_HISTORY;
            case LOST_RECORDS -> LOST_RECORDS;
        };
    }
}
