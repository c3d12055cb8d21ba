package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.version.SourceLosses;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import java.util.List;
import java.util.Optional;

/// Whether an index of a run is still there and whole. Where its source is not, what the run has may be the
/// last copy of its documents; where its target is not, either, that is what Kafka keeps.
public final class WholeIndices {
    private WholeIndices() {}

    /// What is wrong with the index that the run has copied, as the part of a sentence; empty if it is there,
    /// can be read, and has all that was read of it.
    ///
    /// @param source the source's cluster
    /// @param losses finds what it has lost since
    public static Optional<String> sourceProblem(ClusterSwitch source, RunPlan plan, SourceLosses losses)
            throws ElasticException {
        Optional<String> problem = sourceProblem(source, plan);
        return problem.isPresent() ? problem : losses.problem(plan.sourceIndex(), source.reach(plan.sourceIndex()));
    }

    /// The same where nothing tells what was read of it.
    public static Optional<String> sourceProblem(ClusterSwitch source, RunPlan plan) throws ElasticException {
        return problem(source, plan.sourceIndex(), plan.sourceUuid(), "copied");
    }

    /// The same of the index that it has written to. One that was not refreshed shows no documents.
    ///
    /// @param target the target's cluster
    public static Optional<String> targetProblem(ClusterSwitch target, RunPlan plan) throws ElasticException {
        return problem(target, plan.targetIndex(), plan.targetUuid(), "wrote to");
    }

    /// Whether a copy that a cut-over has made of the source is there, which holds all that the source had.
    ///
    /// @param source the source's cluster
    /// @param copies that the control topic names
    public static boolean hasCopy(ClusterSwitch source, List<SourceCopy> copies) throws ElasticException {
        for (SourceCopy copy : copies) {
            Optional<FoundIndex> found =
                    copy.isWhole() ? FoundIndex.of(source, copy.index(), copy.uuid()) : Optional.empty();
            if (found.filter(index -> index.trouble().isEmpty()).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /// @param done what the run has done to it, as a verb
    private static Optional<String> problem(ClusterSwitch cluster, String index, String uuid, String done)
            throws ElasticException {
        Optional<FoundIndex> found = FoundIndex.of(cluster, index);
        if (found.isEmpty()) {
            List<FoundIndex> others = cluster.find(index);
            return Optional.of(
                    others.isEmpty()
                            ? "index '" + index + "' is gone"
                            : "index '" + index + "' is gone, and its name is an alias of " + FoundIndex.names(others));
        }
        if (!found.get().uuid().equals(uuid)) {
            return Optional.of(
                    "'" + index + "' is not the index that this run " + done + ": it was deleted and created again");
        }
        String trouble = found.get().trouble();
        if (!trouble.isEmpty()) {
            return Optional.of("'" + index + "' cannot be read, " + trouble);
        }
        return cluster.documents(index) > 0 ? Optional.empty() : Optional.of("'" + index + "' holds no documents");
    }
}
