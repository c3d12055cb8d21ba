package io.shardstream.common.pace;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What kept a process from doing more, by how often work that was there found no way. Told by its loop in each step,
/// asked for by any thread.
public final class HeldBack {
    private final Map<Limiter, Long> times = new ConcurrentHashMap<>();

    /// There was more to do, and that was in the way.
    public void by(Limiter limiter) {
        times.merge(limiter, 1L, Long::sum);
    }

    /// What was in the way most often since this was asked before; empty if nothing was.
    public Optional<Limiter> most() {
        Optional<Limiter> most =
                times.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        times.clear();
        return most;
    }
}
