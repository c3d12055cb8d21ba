package io.shardstream.control.index.target;

import io.shardstream.common.contract.record.TargetShape;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What documents cannot change of a mapping: its own parameters, and the fields of objects that take no new
/// ones (`dynamic` is `false` or `strict`, there or inherited). All the rest a document may have added, and
/// neither `_meta` nor `runtime` fields decide what an index takes.
public final class MappingShape {
    private static final String FIELDS = "properties";

    private MappingShape() {}

    /// @param mapping its root object
    public static TargetShape of(JsonNode mapping) {
        Map<String, String> parts = new TreeMap<>();
        ObjectNode kept = fixed(mapping, false);
        kept.remove("_meta");
        kept.remove("runtime");
        kept.properties().forEach(entry -> parts.put(entry.getKey(), JsonDigest.of(entry.getValue())));
        return new TargetShape(parts);
    }

    private static ObjectNode fixed(JsonNode object, boolean isClosedAbove) {
        boolean isClosed = switch (object.path("dynamic").asString("")) {
            case "" -> isClosedAbove;
            case "false", "strict" -> true;
            default -> false;
        };
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(entry -> {
            if (!entry.getKey().equals(FIELDS)) {
                kept.set(entry.getKey(), entry.getValue());
            } else if (isClosed) {
                ObjectNode fields = kept.putObject(FIELDS);
                entry.getValue()
                        .properties()
                        .forEach(field -> fields.set(field.getKey(), fixed(field.getValue(), true)));
            }
        });
        return kept;
    }
}
