package io.shardstream.writer.send;

import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.limit.Pressure;
import java.util.Map;

/// What this process has done with one data node since it started, and has under way to it.
///
/// @param node its name; empty for whatever node takes a bulk
/// @param records with an outcome, by which; one that came again counts again
/// @param bytes `_source` bytes of all of them
/// @param refusals bulks that were not taken, or not all of them, and are sent again, by why
/// @param underWay bulks under way
/// @param limit bulks that may be under way, 0 while the node gets nothing
/// @param answered bulks that have come back, or were given up
/// @param answeredNanos how long these took, together
public record NodeFigures(
        String node,
        Map<FinalOutcome, Long> records,
        long bytes,
        Map<Pressure, Long> refusals,
        int underWay,
        int limit,
        long answered,
        long answeredNanos) {
    public NodeFigures {
        records = Map.copyOf(records);
        refusals = Map.copyOf(refusals);
    }

    public long records(FinalOutcome outcome) {
        return records.getOrDefault(outcome, 0L);
    }
}
