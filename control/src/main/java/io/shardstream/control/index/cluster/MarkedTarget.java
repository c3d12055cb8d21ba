package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import io.shardstream.common.shard.AliasKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// An index that has an alias of a run, whichever that is.
///
/// @param index its own name
/// @param aliases names of all its aliases
/// @param sourceUuid uuid of the index of which its mapping says that it is a copy (`_meta.shardstream`);
///     empty if it says none
public record MarkedTarget(String index, Set<String> aliases, String sourceUuid) {
    private static final String ALL = AliasKind.PREFIX + "*";

    /// The state has the mapping under the name of its type.
    private static final String FIELDS =
            "metadata.indices.*.aliases,metadata.indices.*.mappings.*._meta.shardstream.source_uuid";

    public MarkedTarget {
        aliases = Set.copyOf(aliases);
    }

    static List<MarkedTarget> all(ElasticCluster cluster) throws ElasticException {
        JsonNode state = WholeState.ofMany(cluster, "metadata", ALL, FIELDS);
        List<MarkedTarget> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> index :
                state.path("metadata").path("indices").properties()) {
            all.add(read(cluster.name(), index.getKey(), index.getValue()));
        }
        return List.copyOf(all);
    }

    private static MarkedTarget read(String cluster, String name, JsonNode metadata) throws ElasticException.Malformed {
        JsonNode names = metadata.path("aliases");
        if (names.isEmpty() || !AnswerValues.isTextsOrLeftOut(names)) {
            throw new ElasticException.Malformed(
                    "The " + cluster + " does not tell the aliases of index '" + name + "'");
        }
        Set<String> aliases = new TreeSet<>();
        names.forEach(alias -> aliases.add(alias.asString("")));
        String source = metadata.path("mappings")
                .valueStream()
                .map(mapping -> mapping.path("_meta")
                        .path("shardstream")
                        .path("source_uuid")
                        .asString(""))
                .filter(uuid -> !uuid.isEmpty())
                .findFirst()
                .orElse("");
        return new MarkedTarget(name, aliases, source);
    }
}
