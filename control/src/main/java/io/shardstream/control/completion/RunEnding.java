package io.shardstream.control.completion;

import io.shardstream.common.elastic.Absence;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.plan.Prepared;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.state.ControlWriter;
import io.shardstream.control.state.RunState;
import io.shardstream.control.target.TombstoneAge;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a complete copy: makes everything visible in the target, counts it, puts the target's settings
/// back, and says so in the control topic, in this order, so that a run killed in between does it again.
final class RunEnding implements ControlLoop.Ending {
    private static final Logger LOG = LoggerFactory.getLogger(RunEnding.class);

    private final RunTopics topics;
    private final Prepared run;
    private final ElasticCluster target;
    private final DocumentBalance balance;
    private final KafkaConnection kafka;
    private final CompletableFuture<Void> end;

    /// @param end completed when the run has ended
    RunEnding(
            RunTopics topics,
            Prepared run,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            CompletableFuture<Void> end) {
        this.topics = topics;
        this.run = run;
        this.target = target;
        this.balance = new DocumentBalance(run.plan(), source, target);
        this.kafka = kafka;
        this.end = end;
    }

    @Override
    public boolean end(RunState state) {
        String index = run.plan().targetIndex();
        try {
            IndexCatalog catalog = new IndexCatalog(target);
            requireSame(index, catalog.uuid(index));
            catalog.refresh(index);
            balance.require(state.rejected());
            new TombstoneAge(target, index).putBack(run.originals().gcDeletes());
        } catch (ElasticException e) {
            refuseIfGone(index, e);
            return later(e);
        } catch (RunRefusedException e) {
            return later(e);
        }
        try (ControlWriter writer = ControlWriter.begin(kafka, topics)) {
            writer.phase(new RunPhase(Phase.COMPLETED, 0, ""));
        } catch (ProducerFencedException e) {
            LOG.info("Another process ends this run too, trying again");
            return false;
        }
        end.complete(null);
        return true;
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
