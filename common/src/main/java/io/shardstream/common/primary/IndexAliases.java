package io.shardstream.common.primary;

import io.shardstream.common.elastic.Absence;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The aliases of an index as the elected master holds them. `GET /<index>/_alias` leaves out those that the
/// roles of the user do not name (Elasticsearch: `IndicesAndAliasesResolver`), as the aliases of other runs.
public final class IndexAliases {
    /// The user lacks the cluster privilege `monitor`, or a service does not offer the call.
    private static final Set<Integer> NOT_TOLD = Set.of(403, 405, 410);

    private IndexAliases() {}

    /// Asks for them.
    ///
    /// @return empty if the cluster does not tell its state to this user; no alias of an index that is gone
    /// @throws ElasticException also if the master does not know the whole state of the cluster yet
    public static Optional<Set<String>> of(ElasticCluster cluster, String index) throws ElasticException {
        JsonNode state;
        try {
            state = cluster.send(Call.get("/_cluster/state/blocks,metadata/" + Call.encoded(index))
                            .with("filter_path", "cluster_name,blocks.global,metadata.indices.*.aliases"))
                    .orThrow()
                    .json();
        } catch (ElasticException.Refused e) {
            if (NOT_TOLD.contains(e.status())) {
                return Optional.empty();
            }
            throw e;
        }
        if (!Absence.isWhole(state)) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " does not know its whole state yet: it is starting, or has no master");
        }
        Set<String> aliases = new HashSet<>();
        state.path("metadata")
                .path("indices")
                .path(index)
                .path("aliases")
                .forEach(alias -> aliases.add(alias.asString("")));
        return Optional.of(Set.copyOf(aliases));
    }
}
