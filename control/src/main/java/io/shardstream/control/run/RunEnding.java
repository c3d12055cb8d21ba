package io.shardstream.control.run;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.IndexAbsence;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a complete copy: makes everything visible in the target and counts it, then gives the target the
/// replicas that it lacks and puts its settings back; the controller says so in the control topic afterwards,
/// so that a run killed in between does it again. In the end the write alias is taken away: a writer that was
/// frozen, and thaws when applications use the index, finds nothing to write through.
final class RunEnding implements RunWork.Ending {
    private static final Logger LOG = LoggerFactory.getLogger(RunEnding.class);

    private static final int TRIES = 3;

    private final Prepared run;
    private final RunAliases names;
    private final ElasticCluster target;
    private final DocumentBalance balance;
    private final ReplicasAtEnd replicas;

    /// @param name the run's
    /// @param replicas gives the target those that it is to have when it is filled
    RunEnding(
            String name,
            Prepared run,
            ElasticCluster source,
            ElasticCluster target,
            ReplicasAtEnd replicas,
            InstantSource clock) {
        this.run = run;
        this.names = new RunAliases(name, run.plan().writeAlias(), run.plan().id());
        this.target = target;
        this.replicas = replicas;
        this.balance = new DocumentBalance(run.plan(), source, target, clock);
    }

    @Override
    public void begin() {
        balance.begin();
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
    public long overtaken() {
        return balance.overtaken();
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

    /// A process that is started in that moment may have raised the age of tombstones again before it could
    /// read that the run has ended.
    @Override
    public void ended() {
        close();
        try {
            putBack();
        } catch (ElasticException e) {
            LOG.debug("The target's settings were put back before, and could not be once more", e);
        }
    }

    /// Not before the control topic says that the run has ended: until then its writers may have something to
    /// write. This process is told to end in that moment, which must not keep it from that.
    private void close() {
        boolean isInterrupted = false;
        Optional<ElasticException> failure = Optional.empty();
        for (int i = 0; i < TRIES; i++) {
            isInterrupted |= Thread.interrupted();
            try {
                // Where it is gone already, as after a try without an answer, nothing is changed.
                boolean _ = new HttpClusterSwitch(target)
                        .change(List.of(
                                new AliasChange.Remove(run.plan().targetIndex(), names.write()),
                                new AliasChange.Add(run.plan().targetIndex(), new Alias(names.done(), "{}"))));
                failure = Optional.empty();
                break;
            } catch (ElasticException e) {
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) {
            About.index(run.plan().targetIndex())
                    .in(LOG.atWarn())
                    .log(
                            "The write alias {} of {} could not be taken away: stop all 'writer' processes of this run"
                                    + " before applications use the index ({})",
                            names.write(),
                            run.plan().targetIndex(),
                            failure.get().getMessage());
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireSame(String index, String uuid) {
        if (!uuid.equals(run.plan().targetUuid())) {
            throw new BlockedException("Target index '" + index + "' is not the one that this run wrote to: it was"
                    + " deleted and made again, or the name was given to another. Leave that index to whoever made"
                    + " it. To copy again, choose another run name and another target index.");
        }
    }

    /// A node that has just started knows of no index at all.
    private void refuseIfGone(String index, ElasticException failure) {
        try {
            if (failure instanceof ElasticException.Refused refused
                    && refused.status() == 404
                    && IndexAbsence.isCertain(target, index)) {
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
