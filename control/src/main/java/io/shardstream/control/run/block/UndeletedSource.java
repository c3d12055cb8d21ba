package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import java.util.List;
import java.util.Optional;

/// The source of a cut-over that has deleted it (`cutover.replace-index`), where it is there all the same:
/// its cluster was put back to a state from before the swap. Then it stands for itself again, and its name is
/// no alias.
public final class UndeletedSource {
    private UndeletedSource() {}

    /// The notes by which it is the source; as they are if it is gone, or was not to be deleted.
    ///
    /// @param cluster the source's
    public static CutoverNotes notes(ClusterSwitch cluster, RunPlan plan, CutoverNotes notes) throws ElasticException {
        if (!SourceCopies.isReplaced(plan, notes)) {
            return notes;
        }
        Optional<FoundIndex> found = FoundIndex.of(cluster, plan.sourceIndex(), plan.sourceUuid());
        List<String> others = notes.aliases().orElse(List.of()).stream()
                .filter(name -> !name.equals(plan.sourceIndex()))
                .toList();
        return found.isPresent() ? notes.withAliases(others) : notes;
    }
}
