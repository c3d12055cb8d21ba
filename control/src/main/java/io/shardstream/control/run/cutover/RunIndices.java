package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.IndexIdentity;
import io.shardstream.control.run.block.SourceCopies;
import java.util.Optional;

/// Whether the clusters of a process hold the indices of its run. A reader works with a run file that names
/// another target, and a writer with one that names another source. Neither may end what the run has left: in
/// the wrong cluster there is no mark of a swap, and whoever went by that would let clients write to the
/// source again while production is on the target.
public final class RunIndices {
    private static final int NOT_FOUND = 404;

    private final RunPlan plan;
    private final boolean isOnSource;

    /// @param said what the control topic says
    public RunIndices(RunPlan plan, ControlRecords said) {
        this.plan = plan;
        this.isOnSource = said.isIn(Phase.COMPLETED)
                ? ProductionAt.hasGoneBack(said) && !isReplaced(plan, said)
                : ProductionAt.inCutover(said) == ProductionAt.SOURCE;
    }

    /// A source that the swap has deleted cannot be found, and its copy is in the target's cluster.
    private static boolean isReplaced(RunPlan plan, ControlRecords said) {
        return said.of(CutoverNotes.KEY, CutoverNotes::decode)
                .filter(notes -> SourceCopies.isReplaced(plan, notes))
                .isPresent();
    }

    /// The uuid of an index, empty text if the name is an alias.
    @FunctionalInterface
    public interface Uuids {
        /// @throws ElasticException.Refused with status 404 if nothing is called so
        String of(String index) throws ElasticException;
    }

    /// Why nothing may be ended from here, as a sentence; empty if nothing stands against it.
    ///
    /// An index that cannot be found was perhaps deleted. Until a swap was begun the target is not needed for
    /// letting clients write again, and afterwards the source is not, until a rollback has moved production
    /// back.
    ///
    /// @param source those of the source's cluster, such as [IndexCatalog#uuid]
    /// @param target those of the target's cluster
    public Optional<String> problem(Uuids source, Uuids target) {
        return problem("source", source, plan.sourceIndex(), plan.sourceUuid(), isOnSource)
                .or(() -> problem("target", target, plan.targetIndex(), plan.targetUuid(), !isOnSource));
    }

    private static Optional<String> problem(
            String side, Uuids uuids, String index, String planned, boolean mustBeThere) {
        try {
            String found = uuids.of(index);
            if (found.equals(planned)) {
                return Optional.empty();
            }
            return found.isEmpty()
                    ? missing(side, index, mustBeThere)
                    : Optional.of(IndexIdentity.otherCluster(side, index, found, planned));
        } catch (ElasticException.Refused e) {
            return e.status() == NOT_FOUND
                    ? missing(side, index, mustBeThere)
                    : unanswered(side, index, mustBeThere, e);
        } catch (ElasticException e) {
            return unanswered(side, index, mustBeThere, e);
        }
    }

    private static Optional<String> missing(String side, String index, boolean mustBeThere) {
        return mustBeThere
                ? Optional.of(
                        "The %s cluster of this run file has no index '%s', which the run needs. Correct %s.nodes in the run file."
                                .formatted(side, index, side))
                : Optional.empty();
    }

    private static Optional<String> unanswered(
            String side, String index, boolean mustBeThere, ElasticException failure) {
        return mustBeThere
                ? Optional.of("The %s cluster does not say whether it has index '%s' of the run: %s."
                        .formatted(side, index, failure.getMessage()))
                : Optional.empty();
    }
}
