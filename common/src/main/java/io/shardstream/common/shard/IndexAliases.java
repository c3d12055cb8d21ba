package io.shardstream.common.shard;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The aliases of an index as the elected master holds them. `GET /<index>/_alias` leaves out those that the
/// roles of the user do not name (Elasticsearch: `IndicesAndAliasesResolver`), as the aliases of other runs.
public final class IndexAliases {
    private IndexAliases() {}

    /// Asks for them.
    ///
    /// @return empty if the cluster does not tell its state to this user; no alias of an index that is gone
    /// @throws ElasticException also if the master does not know the whole state of the cluster yet
    public static Optional<Set<String>> of(ElasticCluster cluster, String index) throws ElasticException {
        Optional<JsonNode> aliases = WholeState.ifTold(cluster, "metadata", index, "metadata.indices.*.aliases")
                .map(state -> state.path("metadata").path("indices").path(index).path("aliases"));
        if (aliases.isPresent() && !AnswerValues.isTextsOrLeftOut(aliases.get())) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " does not tell which aliases index '" + index + "' has");
        }
        return aliases.map(
                all -> all.valueStream().map(alias -> alias.asString("")).collect(Collectors.toUnmodifiableSet()));
    }
}
