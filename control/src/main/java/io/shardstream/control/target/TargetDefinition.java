package io.shardstream.control.target;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.mapping.MappingLevels;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The body of the request that creates the target: the source's mappings and settings with the run
/// file's changes, a mark, and the run's write alias, so that no moment exists in which one is there without
/// the other.
final class TargetDefinition {
    private static final JsonMapper MAPPER = new JsonMapper();

    private TargetDefinition() {}

    /// @param keepRouting whether documents have custom routing, so that the target should divide the same
    ///   hash ranges as the source if its number of shards allows it
    /// @param mark says which source it is a copy of
    static Bytes of(
            IndexDescription source, TargetSettings wish, boolean keepRouting, String writeAlias, TargetMark mark) {
        return of(source, wish, keepRouting, writeAlias, mark, false);
    }

    /// @param follows whether the source's mapping is carried while the run lasts: a target that has the source's takes
    ///   no fields on its own until it ends
    static Bytes of(
            IndexDescription source,
            TargetSettings wish,
            boolean keepRouting,
            String writeAlias,
            TargetMark mark,
            boolean follows) {
        ObjectNode body = MAPPER.createObjectNode();
        body.set("settings", settings(source, wish, keepRouting));
        boolean isHeld = follows && wish.mappings().isEmpty();
        ObjectNode mapping = mark.into(
                isHeld ? MappingLevels.shut(source.mappings()) : wish.mappings().orElse(source.mappings()));
        body.set("mappings", isHeld ? HeldMark.held(mapping) : mapping);
        body.putObject("aliases").putObject(writeAlias);
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }

    static ObjectNode settings(IndexDescription source, TargetSettings wish, boolean keepRouting) {
        Map<String, JsonNode> settings = CarriedSettings.of(source.settings());
        int shards = wish.shards().orElse(source.shards());
        put(settings, "index.number_of_shards", shards);
        String replicas = source.setting("index.number_of_replicas");
        put(
                settings,
                "index.number_of_replicas",
                wish.replicas().orElse(replicas == null ? 1 : Integer.parseInt(replicas)));
        if (wish.replicas().isPresent()) {
            settings.remove("index.auto_expand_replicas");
        }
        if (keepRouting && source.routingNumShards() % shards == 0) {
            put(settings, HashRanges.SETTING, source.routingNumShards());
        }
        wish.settings().forEach((name, value) -> {
            if (value.isNull()) {
                settings.remove(name);
            } else {
                settings.put(name, value);
            }
        });
        ObjectNode object = MAPPER.createObjectNode();
        settings.forEach(object::set);
        return object;
    }

    private static void put(Map<String, JsonNode> settings, String name, int value) {
        settings.put(name, JsonNodeFactory.instance.numberNode(value));
    }
}
