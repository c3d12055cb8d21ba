package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.control.index.IndexDescription;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The request that creates the target: the source's mappings and settings with the run file's changes, a
/// mark, and the run's write alias, so that no moment exists in which one is there without the other.
final class TargetDefinition {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final ObjectNode settings;
    private final JsonNode mappings;
    private final boolean isHeld;

    /// @param keepRouting whether documents have custom routing, so that the target should divide the same
    ///   hash ranges as the source if its number of shards allows it
    /// @param follows whether the source's mapping is carried while the run lasts: a target that has the
    ///   source's takes no fields on its own until it ends
    TargetDefinition(
            IndexDescription source,
            TargetSettings wish,
            boolean keepRouting,
            CarriedSettings carried,
            boolean follows) {
        this.settings = settings(source, wish, keepRouting, carried);
        this.isHeld = follows && wish.mappings().isEmpty();
        this.mappings = wish.mappings().orElse(source.mappings());
    }

    /// @param mark says which source it is a copy of
    Bytes body(String writeAlias, TargetMark mark) {
        ObjectNode body = MAPPER.createObjectNode();
        body.set("settings", settings);
        ObjectNode mapping = maker(writeAlias).into(mark.into(isHeld ? MappingLevels.shut(mappings) : mappings));
        body.set("mappings", isHeld ? HeldMark.held(mapping) : mapping);
        body.putObject("aliases").putObject(writeAlias);
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }

    /// Who makes such a target.
    TargetMaker maker(String writeAlias) {
        ObjectNode all = MAPPER.createObjectNode();
        all.set("settings", settings);
        all.set("mappings", mappings);
        if (isHeld) {
            // A start for which the source does not say its versions would never open the one that another
            // has shut.
            all.put("held", true);
        }
        return new TargetMaker(writeAlias, JsonDigest.of(all));
    }

    static ObjectNode settings(
            IndexDescription source, TargetSettings wish, boolean keepRouting, CarriedSettings carried) {
        Map<String, JsonNode> settings = carried.of(source.settings());
        int shards = wish.shards().orElse(source.shards());
        put(settings, "index.number_of_shards", shards);
        TargetReplicas replicas = wish.replicas();
        put(settings, TargetReplicas.SETTING, replicas.wantedWhileCopying(source.setting(TargetReplicas.SETTING)));
        if (replicas.atEnd().isPresent()) {
            settings.remove(TargetReplicas.EXPANSION);
        }
        if (keepRouting && source.routingNumShards() % shards == 0) {
            put(settings, HashRanges.SETTING, source.routingNumShards());
        }
        settings.keySet().removeIf(wish::leavesOut);
        wish.settings().forEach((name, value) -> {
            if (!value.isNull()) {
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
