package io.shardstream.common.pace;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/// What kept a process from doing more, by how often work that was there found no way. Told by its loop in each step,
/// asked for by any thread.
public final class HeldBack {
    private final Map<Limiter, LongAdder> times = new ConcurrentHashMap<>();
    /// Guarded by this.
    private Map<Limiter, Long> told = Map.of();

    /// There was more to do, and that was in the way.
    public void by(Limiter limiter) {
        times.computeIfAbsent(limiter, _ -> new LongAdder()).increment();
    }

    /// How often each was in the way since this process started.
    public Map<Limiter, Long> times() {
        return times.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> one.getValue().sum()));
    }

    /// What was in the way most often since this was asked before; empty if nothing was.
    public synchronized Optional<Limiter> most() {
        Map<Limiter, Long> since = new HashMap<>(times());
        Map<Limiter, Long> now = Map.copyOf(since);
        told.forEach((limiter, before) -> since.merge(limiter, -before, Long::sum));
        told = now;
        return since.entrySet().stream()
                .filter(one -> one.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }
}
