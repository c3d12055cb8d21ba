package io.shardstream.control.steer;

import io.shardstream.common.record.Throttle;
import io.shardstream.control.state.SeenInMemory;
import java.time.InstantSource;
import java.util.Map;

/// Steers run `cities`, whose control topic is in memory.
public final class SteeredRun {
    private SteeredRun() {}

    /// @param topic the last value of each key, which is changed
    public static Steering in(Map<String, byte[]> topic) {
        return new Steering("cities", () -> SeenInMemory.of(topic, () -> {}), Throttle.NONE, InstantSource.system());
    }
}
