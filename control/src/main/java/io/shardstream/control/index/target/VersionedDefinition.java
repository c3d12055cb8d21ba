package io.shardstream.control.index.target;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.MappingType;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Mapping and settings of an index as one state of its cluster has them, so that they belong together.
///
/// @param uuid of the index
/// @param versions of the two
/// @param mapping its root object
/// @param settings what was set, by full name: a text, or a list of texts
public record VersionedDefinition(String uuid, Versions versions, ObjectNode mapping, Map<String, JsonNode> settings) {
    public VersionedDefinition {
        mapping = mapping.deepCopy();
        settings = Map.copyOf(settings);
    }

    /// A copy, which the caller may change.
    @Override
    public ObjectNode mapping() {
        return mapping.deepCopy();
    }

    /// How often mapping and settings have changed since the index was made: neither ever falls while the
    /// index keeps its uuid (`IndexMetadata.mappingVersion` and `settingsVersion`; a restore over the index
    /// raises them, too: `RestoreService`).
    public record Versions(long mapping, long settings) {
        /// Those that a target has.
        public static Versions carriedBy(CarriedMapping known) {
            return new Versions(known.mappingVersion(), known.settingsVersion());
        }

        /// @param before what the source has told before
        /// @throws ElasticException.Malformed if one of the two is lower now: then these are of an older
        ///     state, as a node tells it that is cut off or late
        public void requireNoneAfter(Versions before) throws ElasticException.Malformed {
            if (mapping < before.mapping || settings < before.settings) {
                throw new ElasticException.Malformed(
                        "the source tells an older state of its index than before (versions " + mapping + " and "
                                + settings + " of mapping and settings after " + before.mapping + " and "
                                + before.settings + "): a node of it is cut off, or all of it was put back");
            }
        }
    }

    /// @param metadata what `GET /_cluster/state/metadata/<index>` says of the index, which has one mapping
    ///     at most
    /// @return empty if it does not say all of this
    static Optional<VersionedDefinition> of(JsonNode metadata) {
        Optional<Versions> versions = versionsOf(metadata);
        String uuid = uuidOf(metadata);
        if (versions.isEmpty()
                || uuid.isEmpty()
                || !AnswerValues.isObjectOrLeftOut(metadata.path("mappings"))
                || metadata.path("mappings").valueStream().anyMatch(type -> !type.isObject())) {
            return Optional.empty();
        }
        Map<String, JsonNode> settings = new TreeMap<>();
        flatten("", metadata.path("settings"), settings);
        return Optional.of(
                new VersionedDefinition(uuid, versions.get(), mappingIn(metadata.path("mappings")), settings));
    }

    static Optional<Versions> versionsOf(JsonNode metadata) {
        OptionalLong mapping = AnswerValues.number(metadata.path("mapping_version"));
        OptionalLong settings = AnswerValues.number(metadata.path("settings_version"));
        return mapping.isPresent() && settings.isPresent()
                ? Optional.of(new Versions(mapping.getAsLong(), settings.getAsLong()))
                : Optional.empty();
    }

    static String uuidOf(JsonNode metadata) {
        return metadata.path("settings").path("index").path("uuid").asString("");
    }

    /// The state has the mapping under the name of its type, which is `_doc` but for indices of old
    /// (`IndexMetadata.Builder.toXContent`), which may have defaults beside it.
    private static ObjectNode mappingIn(JsonNode types) {
        return MappingType.namesIn(types).stream()
                .map(types::path)
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .findFirst()
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    private static void flatten(String above, JsonNode settings, Map<String, JsonNode> flat) {
        settings.properties().forEach(entry -> {
            String name = above + entry.getKey();
            if (entry.getValue().isObject()) {
                flatten(name + ".", entry.getValue(), flat);
            } else {
                flat.put(name, entry.getValue());
            }
        });
    }
}
