package io.shardstream.control.preflight;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;

/// An index that somebody has blocked against being described (`index.blocks.metadata`): a run could not begin
/// with it.
final class BlockedIndex {
    private BlockedIndex() {}

    /// @return empty if there is no such index
    /// @throws RunRefusedException if it is blocked so, or is no index that a run can use
    static Optional<IndexDescription> find(IndexCatalog catalog, String index) throws ElasticException {
        try {
            return catalog.find(index);
        } catch (ElasticException.Refused e) {
            if (!e.isOfBlock()) {
                throw e;
            }
            throw new RunRefusedException(
                    "Index '" + index + "' has a block by which nobody can see its settings and mapping ("
                            + e.getMessage() + "). Lift it for the time of the run: PUT /" + index
                            + "/_settings {\"index.blocks.metadata\": null}.",
                    e);
        }
    }

    /// Whether an index was refused for that.
    static boolean is(RunRefusedException refusal) {
        return refusal.getCause() instanceof ElasticException.Refused cause && cause.isOfBlock();
    }
}
