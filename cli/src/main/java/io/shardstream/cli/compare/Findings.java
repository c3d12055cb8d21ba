package io.shardstream.cli.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Differences as they are found: all counted, a few kept.
final class Findings {
    private final int samplesKept;
    private final Map<Difference, Long> counts = new EnumMap<>(Difference.class);
    private final Map<Difference, List<Sample>> samples = new EnumMap<>(Difference.class);

    /// @param samplesKept how many documents are named for each kind of difference
    Findings(int samplesKept) {
        this.samplesKept = samplesKept;
    }

    void add(Difference kind, DocumentId document, String detail) {
        counts.merge(kind, 1L, Long::sum);
        List<Sample> kept = samples.computeIfAbsent(kind, none -> new ArrayList<>());
        if (kept.size() < samplesKept) {
            kept.add(new Sample(document, detail));
        }
    }

    Map<Difference, Long> counts() {
        return Map.copyOf(counts);
    }

    Map<Difference, List<Sample>> samples() {
        return Map.copyOf(samples);
    }
}
