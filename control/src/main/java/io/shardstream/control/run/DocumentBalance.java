package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.IndexAbsence;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.state.LostRejects;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Holds the number of documents in the target against that of the source at the start. Fewer are somebody's
/// to look at where the source is as it was. Where it was changed meanwhile they were changed or deleted
/// before they were read, and how many there are at least is said: documents that came since hide as many.
final class DocumentBalance {
    /// After a refresh a replica may lack for a while what its primary shows, where segments are copied to it
    /// (OpenSearch, `index.replication.type: SEGMENT`).
    private static final Duration LONGEST_SHORTAGE = Duration.ofSeconds(30);

    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);
    private static final String MATCH_ALL = "{\"match_all\":{}}";

    private final RunPlan plan;
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final InstantSource clock;
    private Instant nextCount = Instant.MIN;
    private @Nullable Instant shortSince;
    private long overtaken;

    DocumentBalance(RunPlan plan, ElasticCluster source, ElasticCluster target, InstantSource clock) {
        this.plan = plan;
        this.source = source;
        this.target = target;
        this.clock = clock;
    }

    /// Nobody has counted for long, maybe: documents that were missing then are not missing since then.
    void begin() {
        nextCount = Instant.MIN;
        shortSince = null;
        overtaken = 0;
    }

    /// How many documents of the start are missing at least, although the copy is complete, as [#holdsAll]
    /// has found.
    long overtaken() {
        return overtaken;
    }

    /// Whether it is time to count, again.
    boolean isDue() {
        return !clock.instant().isBefore(nextCount);
    }

    /// @param rejected documents in the rejects topic
    /// @param lostRejects records of rejects that are not in it any more
    /// @return false if documents are missing in the refreshed target, and it is to be counted again
    /// @throws BlockedException if they have been missing for long, and the source is as it was
    /// @throws ElasticException if source or target cannot be asked
    /// @throws io.shardstream.control.state.finding.RunRefusedException if a shard of either does not answer
    boolean holdsAll(long rejected, long lostRejects) throws ElasticException {
        long held = new IndexCatalog(target).count(plan.targetIndex(), MATCH_ALL);
        long missing = plan.goalDocs() - rejected - held;
        overtaken = 0;
        if (missing <= 0) {
            shortSince = null;
            return true;
        }
        Instant now = clock.instant();
        nextCount = now.plus(BETWEEN_COUNTS);
        Instant since = shortSince == null ? now : shortSince;
        shortSince = since;
        if (now.isBefore(since.plus(LONGEST_SHORTAGE))) {
            return false;
        }
        if (sourceIsUnchanged()) {
            throw new BlockedException("The target index '" + plan.targetIndex() + "' holds "
                    + NumberText.of(held, "document") + ", the source " + plan.goalDocs() + ", and of these rejected: "
                    + rejected + ", missing: " + missing
                    + LostRejects.sentence(lostRejects, false)
                            .map(lost -> ". " + lost)
                            .orElse(". Compare both before you trust the copy; ids may be under several routings (see"
                                    + " source.ids-unique-across-routings)."));
        }
        shortSince = null;
        overtaken = missing;
        return true;
    }

    private boolean sourceIsUnchanged() throws ElasticException {
        String index = plan.sourceIndex();
        try {
            return new IndexCatalog(source).uuid(index).equals(plan.sourceUuid())
                    && GlobalCheckpoints.readHighest(source, index, plan.sourceShards())
                            .equals(plan.goal());
        } catch (ElasticException.Refused e) {
            if (e.status() == 404 && IndexAbsence.isCertain(source, index)) {
                return false;
            }
            throw e;
        }
    }
}
