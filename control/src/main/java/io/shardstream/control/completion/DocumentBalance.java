package io.shardstream.control.completion;

import io.shardstream.common.elastic.Absence;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.numbers.Numbers;
import io.shardstream.common.record.RunPlan;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.source.GlobalCheckpoints;
import io.shardstream.control.state.LostRejects;

/// Holds the number of documents in the target against that of the source at the start. Nothing follows
/// from fewer where the source was written meanwhile: documents may have been deleted.
final class DocumentBalance {
    private static final String MATCH_ALL = "{\"match_all\":{}}";

    private final RunPlan plan;
    private final ElasticCluster source;
    private final ElasticCluster target;

    DocumentBalance(RunPlan plan, ElasticCluster source, ElasticCluster target) {
        this.plan = plan;
        this.source = source;
        this.target = target;
    }

    /// @param rejected documents in the rejects topic
    /// @param lostRejects records of rejects that are not in it any more
    /// @throws BlockedException if documents are missing in the refreshed target
    /// @throws ElasticException if source or target cannot be asked
    /// @throws io.shardstream.control.refusal.RunRefusedException if a shard of either does not answer
    void require(long rejected, long lostRejects) throws ElasticException {
        long held = new IndexCatalog(target).count(plan.targetIndex(), MATCH_ALL);
        long missing = plan.goalDocs() - rejected - held;
        if (missing > 0 && sourceIsUnchanged()) {
            throw new BlockedException("The target index '" + plan.targetIndex() + "' holds "
                    + Numbers.of(held, "document") + ", the source " + plan.goalDocs() + ", and of these rejected: "
                    + rejected + ", missing: " + missing
                    + LostRejects.sentence(lostRejects)
                            .map(lost -> ". " + lost)
                            .orElse(". Compare both before you trust the copy; ids may be under several routings (see"
                                    + " source.ids-unique-across-routings)."));
        }
    }

    private boolean sourceIsUnchanged() throws ElasticException {
        String index = plan.sourceIndex();
        try {
            return new IndexCatalog(source).uuid(index).equals(plan.sourceUuid())
                    && GlobalCheckpoints.readHighest(source, index, plan.sourceShards())
                            .equals(plan.goal());
        } catch (ElasticException.Refused e) {
            if (e.status() == 404 && Absence.isCertain(source, index)) {
                return false;
            }
            throw e;
        }
    }
}
