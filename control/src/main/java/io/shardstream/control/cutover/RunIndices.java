package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.Step;
import java.util.Optional;

/// Whether the clusters of a process hold the indices of its run. A reader works with a run file that names
/// another target, and a writer with one that names another source. Neither may end what the run has left: in the
/// wrong cluster there is no mark of a swap, and whoever went by that would let clients write to the source again
/// while production is on the target.
public final class RunIndices {
    private static final int NOT_FOUND = 404;

    private final RunPlan plan;
    private final boolean mayHaveMoved;

    /// @param said what the control topic says
    public RunIndices(RunPlan plan, ControlRecords said) {
        this.plan = plan;
        this.mayHaveMoved = said.all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(step -> step.name().equals(Cutover.SWAP));
    }

    /// The uuid of an index, empty text if the name is an alias.
    @FunctionalInterface
    public interface Uuids {
        /// @throws ElasticException.Refused with status 404 if nothing is called so
        String of(String index) throws ElasticException;
    }

    /// Why nothing may be ended from here, as a sentence; empty if nothing stands against it.
    ///
    /// An index that cannot be found was perhaps deleted. As long as no swap was begun, the target is not
    /// needed for letting clients write again, and afterwards the source is not.
    ///
    /// @param source those of the source's cluster, such as [IndexCatalog#uuid]
    /// @param target those of the target's cluster
    public Optional<String> problem(Uuids source, Uuids target) {
        return problem("source", source, plan.sourceIndex(), plan.sourceUuid(), !mayHaveMoved)
                .or(() -> problem("target", target, plan.targetIndex(), plan.targetUuid(), mayHaveMoved));
    }

    private static Optional<String> problem(
            String side, Uuids uuids, String index, String planned, boolean mustBeThere) {
        try {
            String found = uuids.of(index);
            if (found.equals(planned) || (found.isEmpty() && !mustBeThere)) {
                return Optional.empty();
            }
            String what = found.isEmpty() ? "is an alias of another index" : "has the uuid " + found;
            return Optional.of(
                    "The %s cluster of this run file is not the one of the run: index '%s' %s there, and the run's index has the uuid %s. Correct %s.nodes in the run file."
                            .formatted(side, index, what, planned, side));
        } catch (ElasticException.Refused e) {
            if (!mustBeThere) {
                return Optional.empty();
            }
            return Optional.of(
                    e.status() == NOT_FOUND
                            ? "The %s cluster of this run file has no index '%s', which the run works with. Correct %s.nodes in the run file."
                                    .formatted(side, index, side)
                            : unanswered(side, index, e));
        } catch (ElasticException e) {
            return mustBeThere ? Optional.of(unanswered(side, index, e)) : Optional.empty();
        }
    }

    private static String unanswered(String side, String index, ElasticException failure) {
        return "The %s cluster does not say whether it has index '%s' of the run: %s"
                .formatted(side, index, failure.getMessage());
    }
}
