package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.RunPlan;
import java.util.List;
import java.util.Optional;

/// Whether the index that a run has copied is still there and whole. Where it is not, what the run has may be
/// the last copy of its documents.
public final class CopiedSource {
    private CopiedSource() {}

    /// What is wrong with it, as the part of a sentence; empty if it is there, can be read, and holds
    /// documents.
    ///
    /// @param source the source's cluster
    public static Optional<String> problem(ClusterSwitch source, RunPlan plan) throws ElasticException {
        String index = plan.sourceIndex();
        Optional<FoundIndex> found = FoundIndex.of(source, index);
        if (found.isEmpty()) {
            List<FoundIndex> others = source.find(index);
            return Optional.of(
                    others.isEmpty()
                            ? "index '" + index + "' is gone"
                            : "index '" + index + "' is gone, and its name is an alias of " + FoundIndex.names(others));
        }
        if (!found.get().uuid().equals(plan.sourceUuid())) {
            return Optional.of(
                    "'" + index + "' is not the index that this run copied: it was deleted and created again");
        }
        String trouble = found.get().trouble();
        if (!trouble.isEmpty()) {
            return Optional.of("'" + index + "' cannot be read, " + trouble);
        }
        // Not even then the target is asked how many it holds: one that was not refreshed shows none.
        return source.documents(index) > 0 ? Optional.empty() : Optional.of("'" + index + "' holds no documents");
    }
}
