package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.index.IndexCalls;

/// Both sides of a run, by shard and as clients reach them.
///
/// @param run whose sides they are
/// @param source the source's cluster
/// @param target the target's cluster
public record MeaningSides(ComparedRun run, IndexCalls source, IndexCalls target) {
    public static MeaningSides of(ComparedRun run, ElasticCluster source, ElasticCluster target) {
        return new MeaningSides(run, source::send, target::send);
    }

    IndexCalls side(boolean isSource) {
        return isSource ? source : target;
    }

    String index(boolean isSource) {
        return isSource ? run.plan().sourceIndex() : run.plan().targetIndex();
    }
}
