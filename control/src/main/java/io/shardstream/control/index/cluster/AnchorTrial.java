package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.Optional;

/// Whether names of blocks can hang on [Anchors] in a cluster, tried by making one. A request looks at its
/// conditions each second while something is in the way, and each trial makes an index in production's
/// cluster: what has succeeded once is not tried again. A cut-over gives a name, with its anchor, right after
/// its first look.
public final class AnchorTrial {
    private boolean hasSucceeded;

    /// @param name of a block, which no index ever has
    /// @return why they cannot, as the part of a sentence; empty if they could once
    public Optional<String> problem(ClusterSwitch cluster, String name) throws ElasticException {
        if (hasSucceeded) {
            return Optional.empty();
        }
        Optional<String> problem = cluster.anchorProblem(name);
        hasSucceeded = problem.isEmpty();
        return problem;
    }
}
