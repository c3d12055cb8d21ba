package io.shardstream.control.index.source;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import io.shardstream.control.index.WatchedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// The primary terms of an index, which rise with every fail-over. Within a step of a cut-over the request
/// ends with the step, as [WatchedCall] says.
public final class PrimaryTerms {
    private PrimaryTerms() {}

    /// @throws ElasticException also if the cluster does not tell those of all shards, or whoever tells them
    ///     has lost its master and does not know of a fail-over
    public static SourceTerms read(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode state =
                WatchedCall.of(() -> WholeState.of(cluster, "metadata", index, "metadata.indices.*.primary_terms"));
        return of(cluster.name(), index, shards, state);
    }

    /// Terms begin with 1, when a primary is allocated for the first time
    /// (`IndexMetadataUpdater.shardInitialized`).
    ///
    /// @param cluster what sentences call the cluster: `source` or `target`
    static SourceTerms of(String cluster, String index, int shards, JsonNode state) throws ElasticException {
        JsonNode terms = state.path("metadata").path("indices").path(index).path("primary_terms");
        List<Long> all = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            long term = AnswerValues.number(terms.path(Integer.toString(shard))).orElse(0);
            if (term < 1) {
                throw new ElasticException.Malformed(cluster + " cluster does not tell the primary term of shard "
                        + shard + " of index '" + index + "': try again when the index is there and at least yellow.");
            }
            all.add(term);
        }
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
