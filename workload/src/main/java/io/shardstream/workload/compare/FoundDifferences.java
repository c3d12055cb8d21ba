package io.shardstream.workload.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Differences as they are found: all counted, a few kept.
final class FoundDifferences {
    private final int samplesKept;
    private final Map<IndexDifference, Long> counts = new EnumMap<>(IndexDifference.class);
    private final Map<IndexDifference, List<DifferenceSample>> samples = new EnumMap<>(IndexDifference.class);

    /// @param samplesKept how many documents are named for each kind of difference
    FoundDifferences(int samplesKept) {
        this.samplesKept = samplesKept;
    }

    void add(IndexDifference kind, DocumentId document, String detail) {
        counts.merge(kind, 1L, Long::sum);
        List<DifferenceSample> kept = samples.computeIfAbsent(kind, none -> new ArrayList<>());
        if (kept.size() < samplesKept) {
            kept.add(new DifferenceSample(document, detail));
        }
    }

    Map<IndexDifference, Long> counts() {
        return Map.copyOf(counts);
    }

    Map<IndexDifference, List<DifferenceSample>> samples() {
        return Map.copyOf(samples);
    }
}
