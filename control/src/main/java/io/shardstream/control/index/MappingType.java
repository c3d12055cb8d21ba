package io.shardstream.control.index;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The name that an index has given its mapping, which requests of clients may say: `PUT /cities/city/1`. Only
/// Elasticsearch 7 and OpenSearch 1 know such names; later servers have none but `_doc`, which every server takes.
public final class MappingType {
    private static final String USUAL = "_doc";
    /// Beside the type in an index of Elasticsearch 6 that had it.
    private static final String DEFAULTS = "_default_";
    private static final int BAD_REQUEST = 400;

    private MappingType() {}

    /// The name, if it is another than `_doc`; empty also where the server has no such names, or the index no
    /// mapping.
    ///
    /// @param clusterName what sentences call the cluster
    public static Optional<String> of(IndexCalls cluster, String clusterName, String index) throws ElasticException {
        if (!mayBeNamed(IndexCatalog.server(cluster))) {
            return Optional.empty();
        }
        Reply reply =
                cluster.send(Call.get("/" + Call.encoded(index) + "/_mapping").with("include_type_name", "true"));
        // OpenSearch 2 does not know the parameter, and may say that it is 7.10.2.
        if (reply.status() == BAD_REQUEST) {
            return Optional.empty();
        }
        JsonNode mappings = reply.orThrow().json().path(index).path("mappings");
        List<String> names = namesIn(mappings);
        if (!mappings.isObject() || names.size() > 1) {
            throw new ElasticException.Malformed(
                    "The " + clusterName + " does not tell the mapping type of '" + index + "'");
        }
        return names.stream().filter(name -> !name.equals(USUAL)).findFirst();
    }

    /// The names of all mappings in an answer that has each under its name, but for that of the defaults:
    /// servers put the defaults before the mapping or behind it, by chance
    /// (`IndexMetadata.Builder.toXContent` of Elasticsearch 7).
    ///
    /// @param mappings of one index
    public static List<String> namesIn(JsonNode mappings) {
        return mappings.propertyNames().stream()
                .filter(name -> !name.equals(DEFAULTS))
                .toList();
    }

    private static boolean mayBeNamed(Server server) {
        return switch (ServerLine.of(server)) {
            case ELASTICSEARCH_7, UNKNOWN -> true;
            case OPENSEARCH -> server.major() == 1 || server.major() == 7;
            case ELASTICSEARCH_8, ELASTICSEARCH_9 -> false;
        };
    }
}
