package io.shardstream.control.target;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.log.About;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.source.GlobalCheckpoints;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the target, or takes over an empty index of its name, and marks which source it is a copy of. May be
/// repeated after having been
/// killed anywhere: nothing is written to the target before the plan is.
public final class TargetIndex {
    private static final Logger LOG = LoggerFactory.getLogger(TargetIndex.class);

    private static final String ADOPTING =
            " If it was filled by a run whose Kafka is gone for good, continue with 'run --adopt-target'.";

    private final ElasticCluster target;
    private final IndexCatalog catalog;
    private final TargetSettings wish;

    public TargetIndex(ElasticCluster target, IndexCatalog catalog, TargetSettings wish) {
        this.target = target;
        this.catalog = catalog;
        this.wish = wish;
    }

    /// How many shards the run file asks for, or the source has.
    public int shards(IndexDescription source) {
        return wish.shards().orElse(source.shards());
    }

    /// The target with the write alias, without documents.
    ///
    /// @param keepRouting whether the source's documents have custom routing
    /// @param mark says which source it is a copy of
    /// @param claim makes it the target of this run alone
    /// @throws RunRefusedException if the index that is there cannot be the target
    public IndexDescription prepare(IndexDescription source, boolean keepRouting, TargetMark mark, Claim claim)
            throws ElasticException {
        return prepare(source, keepRouting, mark, claim, false);
    }

    /// The same.
    ///
    /// @param follows whether the source's mapping is carried to it while the run lasts
    public IndexDescription prepare(
            IndexDescription source, boolean keepRouting, TargetMark mark, Claim claim, boolean follows)
            throws ElasticException {
        Optional<IndexDescription> existing = catalog.find(wish.index());
        return existing.isPresent()
                ? takeOver(existing.get(), mark, claim)
                : create(source, keepRouting, mark, claim, follows);
    }

    /// @throws RunRefusedException if writes to the index would not leave the documents as they are, or the run
    ///   file asks for another number of shards
    public void requireFit(IndexDescription index) throws ElasticException {
        if (wish.shards().isPresent() && wish.shards().getAsInt() != index.shards()) {
            throw new RunRefusedException("Target index '" + index.name() + "' exists with " + index.shards()
                    + " shards, the run file asks for " + wish.shards().getAsInt()
                    + ": change the run file, or delete the index.");
        }
        TargetState.of(catalog, index).problem().ifPresent(problem -> {
            throw new RunRefusedException(problem);
        });
    }

    /// The same, and that no document was ever written to it. Changes nothing.
    ///
    /// @throws RunRefusedException if the index cannot be the target of a run that was not prepared yet
    public void requireFresh(IndexDescription index) throws ElasticException {
        requireFit(index);
        requireUnused(index);
    }

    private IndexDescription create(
            IndexDescription source, boolean keepRouting, TargetMark mark, Claim claim, boolean follows)
            throws ElasticException {
        Reply reply = target.send(Call.put(
                "/" + Call.encoded(wish.index()),
                TargetDefinition.of(source, wish, keepRouting, claim.writeAlias(), mark, follows)));
        if (reply.isOk()) {
            About.index(wish.index())
                    .in(LOG.atInfo())
                    .log("Created target index {} with write alias {}", wish.index(), claim.writeAlias());
        } else if (reply.status() == 403) {
            throw new RunRefusedException("The target's user may not create index '" + wish.index() + "' with alias '"
                    + claim.writeAlias() + "': " + reply.errorReason() + ". Grant it 'manage' on both, as plan and"
                    + " docs/security.md say.");
        } else if (!reply.errorType().equals("resource_already_exists_exception")) {
            // The server's reason names settings and mappings, never documents.
            throw new RunRefusedException("The target refuses to create index '" + wish.index() + "': "
                    + reply.errorType() + ": " + reply.errorReason()
                    + ". Change it under target.settings or target.mappings (a setting of null is left out).");
        }
        return takeOver(
                catalog.find(wish.index())
                        .orElseThrow(() -> new RunRefusedException("Target index '" + wish.index()
                                + "' vanished as soon as it was created: who deletes it?")),
                mark,
                claim);
    }

    private IndexDescription takeOver(IndexDescription index, TargetMark mark, Claim claim) throws ElasticException {
        requireFit(index);
        claim.requireFree();
        catalog.refresh(index.name());
        long documents = catalog.count(index.name(), "{\"match_all\":{}}");
        if (documents > 0) {
            throw new RunRefusedException("Target index '" + index.name() + "' is not empty: it holds " + documents
                    + " documents, and none of them is known to be of this run. Name another target index, or delete"
                    + " this one." + ADOPTING);
        }
        requireUnused(index);
        claim.take();
        if (!index.aliases().contains(claim.writeAlias())) {
            About.index(index.name())
                    .in(LOG.atInfo())
                    .log("Target index {} has write alias {} now", index.name(), claim.writeAlias());
        }
        // Another run may have had it in between, for a moment.
        requireUnused(index);
        if (!TargetMark.in(index.mappings()).equals(Optional.of(mark))) {
            mark.put(target, index);
        }
        return index;
    }

    /// The tombstone of a delete has a version, one above that of the document, and lives for `index.gc_deletes`:
    /// meanwhile a copy with the document's version is refused as older.
    private void requireUnused(IndexDescription index) throws ElasticException {
        if (GlobalCheckpoints.readHighest(target, index.name(), index.shards()).stream()
                .anyMatch(highest -> highest != -1)) {
            throw new RunRefusedException("The target index '" + index.name() + "' has held documents before (its"
                    + " sequence numbers have begun): their tombstones would win over copies. Delete it, or name"
                    + " another." + ADOPTING);
        }
    }
}
