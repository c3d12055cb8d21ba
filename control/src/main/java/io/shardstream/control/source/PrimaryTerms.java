package io.shardstream.control.source;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.SourceTerms;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// The primary terms of an index, which rise with every fail-over.
public final class PrimaryTerms {
    private PrimaryTerms() {}

    public static SourceTerms read(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode terms = cluster.send(Call.get("/_cluster/state/metadata/" + Call.encoded(index))
                        .with("filter_path", "metadata.indices.*.primary_terms"))
                .orThrow()
                .json()
                .path("metadata")
                .path("indices")
                .path(index)
                .path("primary_terms");
        List<Long> all = IntStream.range(0, shards)
                .mapToObj(shard -> terms.path(Integer.toString(shard)).asLong(0))
                .toList();
        return new SourceTerms(all);
    }

    /// Shards of the source whose term is another one now, whose numbers may have been given out twice; all, if
    /// nobody wrote down what they were.
    ///
    /// @param atStart the terms when the run was planned
    public static Set<Integer> changedSince(Optional<SourceTerms> atStart, ElasticCluster source, RunPlan plan)
            throws ElasticException {
        return atStart.isPresent()
                ? atStart.get().changedUntil(read(source, plan.sourceIndex(), plan.sourceShards()))
                : IntStream.range(0, plan.sourceShards()).boxed().collect(Collectors.toSet());
    }
}
