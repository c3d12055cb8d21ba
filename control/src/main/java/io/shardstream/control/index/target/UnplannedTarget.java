package io.shardstream.control.index.target;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;

/// A target that a start of a run has made which never got a plan. It takes no fields on its own and may have
/// too few replicas, and no run will ever change that.
public final class UnplannedTarget {
    private final ElasticCluster target;
    private final String writeAlias;
    private final IndexDescription found;
    private final boolean isUnused;

    private UnplannedTarget(ElasticCluster target, String writeAlias, IndexDescription found) throws ElasticException {
        this.target = target;
        this.writeAlias = writeAlias;
        this.found = found;
        this.isUnused = isOurs(found) && isUnused(target, found);
    }

    /// @param index its name
    /// @param writeAlias of the run; no other run has it
    /// @return empty if there is no such open index, or the run has not made it
    public static Optional<UnplannedTarget> find(ElasticCluster target, String index, String writeAlias)
            throws ElasticException {
        Optional<IndexDescription> found =
                described(target, index).filter(one -> TargetMaker.isIn(one.mappings(), writeAlias));
        return found.isEmpty() ? Optional.empty() : Optional.of(new UnplannedTarget(target, writeAlias, found.get()));
    }

    private static Optional<IndexDescription> described(ElasticCluster target, String index) throws ElasticException {
        try {
            return new IndexCatalog(target).find(index);
        } catch (RunRefusedException e) {
            // The name is that of something else, or the index is closed.
            return Optional.empty();
        }
    }

    /// Whether nobody else, such as an index template, has given it an alias.
    private boolean isOurs(IndexDescription index) {
        String id = OwnAlias.of(writeAlias).map(OwnAlias::rest).orElse(writeAlias);
        return index.aliases().stream().allMatch(alias -> OwnAlias.of(alias).isPresent() && alias.endsWith(id));
    }

    private static boolean isUnused(ElasticCluster target, IndexDescription index) throws ElasticException {
        try {
            return UnplacedShards.isUnused(target, index);
        } catch (RunRefusedException e) {
            // A shard that has lost its primary does not tell.
            return false;
        }
    }

    public String name() {
        return found.name();
    }

    /// Whether it says that nobody has ever written to it, and has no aliases but the run's, so that it may
    /// be deleted.
    public boolean isUnused() {
        return isUnused;
    }

    /// What to mind of one that stays, as a sentence; empty if it is as any other index.
    public Optional<String> advice() {
        return isUnused || !HeldMark.isHeld(found.mappings())
                ? Optional.empty()
                : Optional.of(
                        "Index '" + found.name() + "' stays, since it has an alias that the run has not given it, or"
                                + " somebody may have written to it. It adds no new fields by itself: give its"
                                + " mapping the word for 'dynamic' that the source has, and see whether it has as"
                                + " many replicas as you need.");
    }

    /// Deletes it when its aliases are gone. No call deletes an index by its uuid, so that all is looked at
    /// once more just before.
    ///
    /// @throws RunRefusedException if somebody uses it meanwhile
    public void delete() throws ElasticException {
        Optional<IndexDescription> now = described(target, found.name());
        if (now.isEmpty()) {
            return;
        }
        boolean isIt = now.get().uuid().equals(found.uuid())
                && TargetMaker.isIn(now.get().mappings(), writeAlias);
        if (!isIt || !now.get().aliases().isEmpty() || !isUnused(target, now.get())) {
            throw new RunRefusedException("Index '" + found.name() + "' was not deleted: somebody has written to it, or"
                    + " has given it an alias, meanwhile. Give 'clean' again.");
        }
        Acknowledged.require(target.sendOnce(Call.delete("/" + Call.encoded(found.name()))));
    }
}
