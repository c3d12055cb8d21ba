package io.shardstream.simulation.elastic;

import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One copy of a shard on one node, primary or replica, with what its searches see.
final class SimulatedCopy {
    private static final Duration REFRESH = Duration.ofMillis(20);
    private static final Duration LONG_REFRESH = Duration.ofMillis(400);
    private static final double LONG_ONES = 0.15;

    final String allocation;
    final Map<Integer, Long> checkpoints = new HashMap<>();
    History history;
    /// Operations of clients that some in-sync copy does not have yet.
    final TreeMap<Long, Runnable> unacknowledged = new TreeMap<>();
    /// What was rolled back and still lies in the translog.
    final Map<Long, ModelOperation> translog = new TreeMap<>();

    SortedSet<Integer> inSync = new TreeSet<>();
    long term;
    long globalCheckpoint = -1;
    boolean active = true;
    boolean primary;
    /// Another copy has taken over the primary's work by relocation.
    boolean handedOver;

    private final Kernel kernel;
    private NavigableMap<Long, List<Live>> visible;
    private long refreshes;
    private long deletes;
    private boolean refreshing;
    private int resets;
    private final List<Runnable> waiting = new ArrayList<>();

    SimulatedCopy(Kernel kernel, String allocation, History history, long term) {
        this.kernel = kernel;
        this.allocation = allocation;
        this.history = history;
        this.term = term;
        this.visible = history.live();
    }

    /// A node without a copy.
    static SimulatedCopy none(Kernel kernel, String allocation) {
        SimulatedCopy none = new SimulatedCopy(kernel, allocation, History.beginningWith("none", List.of(), 0), 0);
        none.active = false;
        return none;
    }

    /// What searches see.
    NavigableMap<Long, List<Live>> visible() {
        return visible;
    }

    /// Deletes that it has carried out since it is there.
    long deletes() {
        return deletes;
    }

    void take(long number, ModelOperation operation) {
        history.put(number, operation);
        if (operation.source() == null && !operation.fillsGap()) {
            deletes++;
        }
    }

    long refreshes() {
        return refreshes;
    }

    /// Begins a refresh, after the one under way if there is one, and tells when it has ended. What it
    /// shows is what the copy held when it began.
    void refresh(Runnable ended) {
        if (refreshing) {
            waiting.add(ended);
            return;
        }
        refreshing = true;
        NavigableMap<Long, List<Live>> seen = history.live();
        int before = resets;
        kernel.after(kernel.around(kernel.chance(LONG_ONES) ? LONG_REFRESH : REFRESH), () -> {
            refreshing = false;
            if (resets == before) {
                visible = seen;
            }
            refreshes++;
            ended.run();
            if (!waiting.isEmpty()) {
                List<Runnable> all = List.copyOf(waiting);
                waiting.clear();
                refresh(() -> all.forEach(Runnable::run));
            }
        });
    }

    /// Begins anew from the global checkpoint, as a replica does when it learns of a new term.
    void enterTerm(long newTerm, long knownCheckpoint) {
        term = newTerm;
        globalCheckpoint = Math.max(globalCheckpoint, Math.min(knownCheckpoint, history.checkpoint()));
        translog.putAll(history.cutAbove(globalCheckpoint));
        visible = history.live();
        resets++;
        primary = false;
    }
}
