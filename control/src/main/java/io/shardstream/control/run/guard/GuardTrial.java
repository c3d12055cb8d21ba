package io.shardstream.control.run.guard;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.Optional;

/// A look at the nodes of a cluster as the guard takes them, before there is a run.
public final class GuardTrial {
    private GuardTrial() {}

    /// Asks once.
    ///
    /// @return the nodes that do not tell how busy their processors are
    /// @throws ElasticException if the cluster does not tell how its nodes are
    public static long withoutProcessors(ElasticCluster cluster) throws ElasticException {
        return new HttpProduction(cluster, "", 1, Optional.empty(), System::nanoTime)
                .sample().byName().values().stream()
                        .filter(sample -> sample.cpu() < 0)
                        .count();
    }
}
