package io.shardstream.bench.stage;

import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.List;

/// The search cluster of the sources and that of the targets, which may be the same one.
record SearchSides(SearchCluster source, SearchCluster target) implements AutoCloseable {
    /// Starts what is wanted.
    static SearchSides start(StageSpec spec) {
        SearchCluster source = started(spec, spec.version());
        try {
            return new SearchSides(
                    source, spec.target().map(other -> started(spec, other)).orElse(source));
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static SearchCluster started(StageSpec spec, SearchServerVersion version) {
        return SearchCluster.of(version)
                .nodes(spec.nodes())
                .heapMegabytes(spec.heapMegabytes())
                .start();
    }

    /// Each once.
    List<SearchCluster> clusters() {
        return source.equals(target) ? List.of(source) : List.of(source, target);
    }

    @Override
    public void close() {
        clusters().forEach(SearchCluster::close);
    }
}
