package io.shardstream.control.index.target;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;

/// A target that a start of this run has made and that was never written to, which may be taken away again.
/// No call deletes an index by its uuid, so that all is looked at once more just before.
final class MadeTarget {
    private final ElasticCluster target;
    private final IndexCatalog catalog;
    private final String writeAlias;

    /// @param writeAlias of the run
    MadeTarget(ElasticCluster target, IndexCatalog catalog, String writeAlias) {
        this.target = target;
        this.catalog = catalog;
        this.writeAlias = writeAlias;
    }

    /// @param made as it was found
    /// @throws RunRefusedException if it is not that index any more, not this run's, or was written to
    void delete(IndexDescription made) throws ElasticException {
        IndexDescription now = catalog.find(made.name())
                .filter(index -> index.uuid().equals(made.uuid()) && TargetIndex.isMadeBy(writeAlias, index))
                .orElseThrow(() -> left(made, "it is not the one any more that this run has made"));
        if (!UnplacedShards.isUnused(target, now)) {
            throw left(made, "somebody has written to it");
        }
        Acknowledged.require(target.sendOnce(Call.delete("/" + Call.encoded(made.name()))));
    }

    private static RunRefusedException left(IndexDescription made, String why) {
        return new RunRefusedException("Target index '" + made.name() + "' is not as it was asked for, and was not"
                + " deleted, since " + why + ". Look at its aliases and index templates, and delete it or name another"
                + " target index.");
    }
}
