package io.shardstream.control.state;

import io.shardstream.common.contract.record.Throttle;
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
