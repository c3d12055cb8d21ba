package io.shardstream.control.compare.sweep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a sweep has found so far.
final class SweepTally {
    final Map<Integer, Long> checkpoints = new TreeMap<>();
    final List<Integer> skipped = new ArrayList<>();
    final List<Integer> counted = new ArrayList<>();
    long compared;
    long candidates;
    long deleted;
    long foreign;

    SweepReport report(Instant started, Instant ended) {
        return new SweepReport(started, ended, checkpoints, skipped, counted, compared, candidates, deleted, foreign);
    }
}
