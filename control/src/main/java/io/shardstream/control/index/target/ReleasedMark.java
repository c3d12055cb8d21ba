package io.shardstream.control.index.target;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a target says beside its [TargetMark], in `_meta` of its mapping, when its run is over and clients
/// have used it, or may: it was cut over, for good or until a rollback, or its copy is complete. No alias
/// needs to say so then, and what clients delete leaves nothing to see.
public final class ReleasedMark {
    private static final String META = "_meta";
    private static final String OURS = "shardstream";
    private static final String RELEASED = "released";
    private static final JsonMapper MAPPER = new JsonMapper();

    private ReleasedMark() {}

    /// @param mapping its root object
    public static boolean isIn(JsonNode mapping) {
        return mapping.path(META).path(OURS).path(RELEASED).asBoolean(false);
    }

    /// The change by which a mapping says so; empty if it does, or does not say which source it is a copy of:
    /// then nobody takes the index for a copy.
    ///
    /// @param mapping its root object
    public static Optional<ObjectNode> into(JsonNode mapping) {
        if (isIn(mapping) || TargetMark.in(mapping).isEmpty() || !(mapping.path(META) instanceof ObjectNode all)) {
            return Optional.empty();
        }
        ObjectNode change = MAPPER.createObjectNode();
        // It is replaced as a whole.
        ObjectNode meta = all.deepCopy();
        meta.withObjectProperty(OURS).put(RELEASED, true);
        change.set(META, meta);
        return Optional.of(change);
    }
}
