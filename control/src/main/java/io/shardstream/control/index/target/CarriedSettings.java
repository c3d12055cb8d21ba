package io.shardstream.control.index.target;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.ServerLine;
import io.shardstream.control.index.SettingNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The settings of a source index that its copy gets too: those of which it is known that both servers mean
/// the same by them and that they do nothing to documents ([SettingsToCarry]). Settings of plug-ins, and of
/// versions to come, are left out and named.
///
/// @param source which server has the index
/// @param target which server gets the copy
/// @param effective the source's settings with defaults; empty if they are not known
public record CarriedSettings(Server source, Server target, Map<String, String> effective) {
    /// Without them a copy would be carried over by default where the server's version has other defaults.
    private static final String VECTORS_LEFT_OUT = "index.mapping.exclude_source_vectors";

    /// Likewise for k-NN of OpenSearch 3.0 and later.
    private static final String VECTORS_DERIVED = "index.knn.derived_source.enabled";

    private static final Set<String> OF_VECTORS = Set.of(VECTORS_LEFT_OUT, VECTORS_DERIVED);

    /// What nobody misses in a copy, or hears of elsewhere.
    private static final SettingNames NOT_MISSED = SettingNames.OWN.and(
            "index.store.type",
            // What state it is in.
            "index.frozen",
            "index.search.throttled",
            // Who would roll it over, shrink or delete it while it is being filled.
            "index.lifecycle.",
            "index.plugins.index_state_management.",
            "index.opendistro.index_state_management.",
            // OpenSearch writes into each index how its cluster replicates; Elasticsearch does not know the setting.
            "index.replication.type",
            // Without effect since soft deletes; Elasticsearch 8 refuses them.
            "index.translog.retention.",
            // Decided separately.
            "index.number_of_replicas",
            "index.routing_path",
            VECTORS_LEFT_OUT,
            VECTORS_DERIVED);

    /// Values of `index.codec` that every server has.
    private static final Set<String> CODECS = Set.of("default", "best_compression");

    public CarriedSettings {
        effective = Map.copyOf(effective);
    }

    /// Asks both clusters what they are.
    public static CarriedSettings between(IndexCatalog source, IndexCatalog target, IndexDescription index)
            throws ElasticException {
        return new CarriedSettings(source.server(), target.server(), source.effectiveSettings(index.name()));
    }

    Map<String, JsonNode> of(Map<String, JsonNode> settings) {
        Map<String, JsonNode> carried = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (isCarried(name, value)) {
                carried.put(name, value);
            }
        });
        if (canLeaveVectorsOut(target) && !"true".equals(effective.get(VECTORS_LEFT_OUT))) {
            carried.put(VECTORS_LEFT_OUT, JsonNodeFactory.instance.stringNode("false"));
        }
        if (canDeriveVectors(target)
                && isOn(carried.get("index.knn"))
                && !"true".equals(effective.get(VECTORS_DERIVED))) {
            carried.put(VECTORS_DERIVED, JsonNodeFactory.instance.stringNode("false"));
        }
        return carried;
    }

    /// Names of what is set there and not carried, in order, but for what nobody misses.
    public List<String> leftOut(IndexDescription index) {
        return index.settings().entrySet().stream()
                .filter(setting ->
                        !NOT_MISSED.contain(setting.getKey()) && !isCarried(setting.getKey(), setting.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private boolean isCarried(String name, JsonNode value) {
        return !NOT_MISSED.contain(name)
                && SettingsToCarry.contain(name, ServerLine.of(source), ServerLine.of(target))
                && (!name.equals("index.codec") || hasCodec(value.asString("")));
    }

    private boolean hasCodec(String codec) {
        return source.distribution().equals(target.distribution()) || CODECS.contains(codec);
    }

    /// Elasticsearch 9.2 and later answer without vectors unless the index says otherwise
    /// (`IndexSettings.INDEX_MAPPING_EXCLUDE_SOURCE_VECTORS_SETTING`).
    private static boolean canLeaveVectorsOut(Server server) {
        return ServerLine.of(server) == ServerLine.ELASTICSEARCH_9 && (server.major() > 9 || server.minor() >= 2);
    }

    /// Indices with k-NN do not keep vectors from OpenSearch 3.0 on unless they say otherwise
    /// (`KNNSettings.KNN_DERIVED_SOURCE_ENABLED_SETTING`, which can be set when an index is made only).
    private static boolean canDeriveVectors(Server server) {
        return ServerLine.of(server) == ServerLine.OPENSEARCH && server.major() >= 3;
    }

    private static boolean isOn(@Nullable JsonNode value) {
        return value != null && value.asString("").equals("true");
    }

    /// Those of any index that another of the same cluster may have.
    static Map<String, JsonNode> ofAnother(Map<String, JsonNode> settings) {
        Map<String, JsonNode> carried = new TreeMap<>(settings);
        carried.keySet().removeIf(name -> NOT_MISSED.contain(name) && !OF_VECTORS.contains(name));
        return carried;
    }

    /// The same of an index that somebody else has made: only what is known.
    static Map<String, JsonNode> ofForeign(Map<String, JsonNode> settings) {
        Map<String, JsonNode> carried = ofAnother(settings);
        carried.keySet().removeIf(name -> !SettingsToCarry.contain(name) && !OF_VECTORS.contains(name));
        return carried;
    }
}
