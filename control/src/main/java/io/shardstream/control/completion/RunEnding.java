package io.shardstream.control.completion;

import io.shardstream.common.elastic.Absence;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.plan.Prepared;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.state.RunState;
import io.shardstream.control.target.TombstoneAge;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a complete copy: makes everything visible in the target and counts it, then gives the target the
/// replicas that it lacks and puts its settings back; the controller says so in the control topic afterwards,
/// so that a run killed in between does it again.
final class RunEnding implements RunWork.Ending {
    private static final Logger LOG = LoggerFactory.getLogger(RunEnding.class);

    private final Prepared run;
    private final ElasticCluster target;
    private final DocumentBalance balance;
    private final ReplicasAtEnd replicas;

    /// @param replicas gives the target those that it is to have when it is filled
    RunEnding(Prepared run, ElasticCluster source, ElasticCluster target, ReplicasAtEnd replicas, InstantSource clock) {
        this.run = run;
        this.target = target;
        this.replicas = replicas;
        this.balance = new DocumentBalance(run.plan(), source, target, clock);
    }

    /// @throws BlockedException if a person must look
    @Override
    public boolean isReady(RunState state) {
        String index = run.plan().targetIndex();
        if (replicas.areAwaited() || !balance.isDue()) {
            return false;
        }
        try {
            IndexCatalog catalog = new IndexCatalog(target);
            requireSame(index, catalog.uuid(index));
            catalog.refresh(index);
            return balance.holdsAll(state.rejected(), state.lostRejects());
        } catch (ElasticException e) {
            refuseIfGone(index, e);
            return later(e);
        } catch (RunRefusedException e) {
            return later(e);
        }
    }

    @Override
    public boolean end() {
        try {
            replicas.giveAtEnd();
            putBack();
            return true;
        } catch (ElasticException e) {
            return later(e);
        }
    }

    private void putBack() throws ElasticException {
        new TombstoneAge(target, run.plan().targetIndex())
                .putBack(run.originals().gcDeletes());
    }

    /// A process that is started in that moment may have raised it again before it could read that the run has ended.
    @Override
    public void ended() {
        try {
            putBack();
        } catch (ElasticException e) {
            LOG.debug("The target's settings were put back before, and could not be once more", e);
        }
    }

    private void requireSame(String index, String uuid) {
        if (!uuid.equals(run.plan().targetUuid())) {
            throw new BlockedException("Target index '" + index + "' is not the one that this run wrote to: it was"
                    + " deleted and made again, or the name was given to another. Choose another run name, or delete"
                    + " the topics of this run and the index, to begin again.");
        }
    }

    /// A node that has just started knows of no index at all.
    private void refuseIfGone(String index, ElasticException failure) {
        try {
            if (failure instanceof ElasticException.Refused refused
                    && refused.status() == 404
                    && Absence.isCertain(target, index)) {
                throw new BlockedException("Target index '" + index + "' is gone: choose another run name, or delete"
                        + " the topics of this run, to begin again.");
            }
        } catch (ElasticException e) {
            LOG.debug("The master cannot be asked for {}", index, e);
        }
    }

    private static boolean later(Exception e) {
        LOG.warn("The copy is complete, but it cannot be ended yet: {}", e.getMessage());
        return false;
    }
}
