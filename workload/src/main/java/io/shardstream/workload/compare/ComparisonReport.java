package io.shardstream.workload.compare;

import java.util.List;
import java.util.Map;

/// What a comparison found.
///
/// @param source documents and bytes of the source
/// @param target documents and bytes of the target
/// @param equal documents with the same id, routing, version word and bytes
/// @param reformatted documents whose source holds newlines, equal but for whitespace and comments between tokens
/// @param rejected documents missing or stale in the target because that state was rejected
/// @param differences how many documents differ in each way
/// @param samples some of those, in the order found
public record ComparisonReport(
        Side source,
        Side target,
        long equal,
        long reformatted,
        long rejected,
        Map<IndexDifference, Long> differences,
        Map<IndexDifference, List<DifferenceSample>> samples) {

    /// Documents and their `_source` bytes in one index.
    public record Side(long documents, long bytes) {}

    public long count(IndexDifference kind) {
        return differences.getOrDefault(kind, 0L);
    }

    public List<DifferenceSample> samples(IndexDifference kind) {
        return samples.getOrDefault(kind, List.of());
    }

    /// Whether no document differs in any way.
    public boolean isClean() {
        return differences.values().stream().allMatch(count -> count == 0);
    }
}
