package io.shardstream.bench.live;

import io.shardstream.bench.report.Samples;
import io.shardstream.bench.stage.BenchRest;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.Operation;
import io.shardstream.workload.load.OperationListener;
import io.shardstream.workload.load.OperationOutcome;
import io.shardstream.workload.load.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// Measures how long after its acknowledgement each insert of a load is found by a search of the target. The target is
/// searched again and again, so a time is too long by up to the time between two searches.
final class SeenInTarget implements OperationListener {
    private static final double NANOS = 1e9;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final BenchRest rest;
    private final String target;
    private final String ids;
    private final Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
    /// Inserts that were not acknowledged, whatever became of them.
    private final Set<Long> others = ConcurrentHashMap.newKeySet();
    private final Set<Long> seen = new HashSet<>();
    private final List<Double> seconds = new ArrayList<>();
    /// Up to this operation nothing is waited for.
    private long floor;
    private long searches;

    /// @param ids the word that the load's ids begin with, as one of which they are indexed
    SeenInTarget(BenchRest rest, String target, String ids) {
        this.rest = rest;
        this.target = target;
        this.ids = ids;
    }

    @Override
    public void ended(Operation operation, Result result, long at) {
        if (result.outcome() == OperationOutcome.OK) {
            acknowledged.put(operation.number(), at);
        } else {
            others.add(operation.number());
        }
    }

    /// Searches until the load has ended and everything is found that was acknowledged.
    ///
    /// @return the times of all, in seconds
    /// @throws IllegalStateException if something is not found for long after the load's end
    Samples untilAllOf(Load load) {
        long end = Long.MAX_VALUE;
        while (end == Long.MAX_VALUE || seconds.size() < acknowledged.size()) {
            if (end == Long.MAX_VALUE && load.end().isDone()) {
                end = System.nanoTime() + PATIENCE.toNanos();
            }
            if (end != Long.MAX_VALUE && System.nanoTime() - end > 0) {
                throw new IllegalStateException("%,d of %,d acknowledged inserts are not found in the target"
                        .formatted(acknowledged.size() - seconds.size(), acknowledged.size()));
            }
            search();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return new Samples(seconds);
    }

    long searches() {
        return searches;
    }

    /// The oldest of those that are not done with come first, however many there are by now.
    private void search() {
        JsonNode answer = rest.post("/" + target + "/_search?filter_path=hits.hits.sort", """
                {"size": 5000, "query": {"bool": {"filter": [
                  {"term": {"id": "%s"}}, {"range": {"op": {"gt": %d}}}]}},
                 "sort": ["op"], "_source": false, "stored_fields": "_none_", "track_total_hits": false}\
                """.formatted(ids, floor));
        long now = System.nanoTime();
        searches++;
        for (JsonNode hit : answer.at("/hits/hits")) {
            long operation = hit.at("/sort/0").asLong();
            Long at = acknowledged.get(operation);
            // One that is found before its answer has come is counted by a later search.
            if (at != null && seen.add(operation)) {
                seconds.add(Math.max(0, now - at) / NANOS);
            }
        }
        while (seen.remove(floor + 1) || others.contains(floor + 1)) {
            floor++;
        }
    }
}
