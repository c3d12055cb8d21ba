package io.shardstream.control.index.target;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a target says beside its [TargetMark], in `_meta` of its mapping, of a run that carries the source's
/// mapping to it: that it takes no fields on its own meanwhile, and what was carried last. A change of
/// `_meta` is a change whatever else a mapping is asked for, and `_meta` is replaced as a whole
/// (`Mapping.merge` of Elasticsearch).
public final class HeldMark {
    private static final String META = "_meta";
    private static final String OURS = "shardstream";
    private static final String HELD = "held";
    private static final String CARRIED = "carried";

    private HeldMark() {}

    /// Whether a mapping takes no fields on its own for a run's sake.
    ///
    /// @param mapping its root object
    public static boolean isHeld(JsonNode mapping) {
        return mapping.path(META).path(OURS).path(HELD).asBoolean(false);
    }

    /// The same mapping, which says so.
    static ObjectNode held(ObjectNode mapping) {
        ObjectNode held = mapping.deepCopy();
        held.withObjectProperty(META).withObjectProperty(OURS).put(HELD, true);
        return held;
    }

    /// A change of a mapping that says what was carried.
    ///
    /// @param change what else is asked for
    /// @param mapping the one that is changed
    /// @param isHeld whether it takes no fields on its own
    /// @param word another one each time
    public static ObjectNode carried(ObjectNode change, JsonNode mapping, boolean isHeld, String word) {
        ObjectNode meta = metaOf(mapping);
        ObjectNode ours = meta.withObjectProperty(OURS).put(CARRIED, word);
        if (isHeld) {
            ours.put(HELD, true);
        }
        ObjectNode marked = change.deepCopy();
        marked.set(META, meta);
        return marked;
    }

    /// The word of the change by which something was carried to a mapping last; empty if nothing was.
    public static String carried(JsonNode mapping) {
        return mapping.path(META).path(OURS).path(CARRIED).asString("");
    }

    /// A change of a mapping that says nothing of this any more.
    ///
    /// @param change what else is asked for
    /// @param mapping the one that is changed
    public static ObjectNode released(ObjectNode change, JsonNode mapping) {
        ObjectNode meta = metaOf(mapping);
        ObjectNode ours = meta.withObjectProperty(OURS);
        ours.remove(HELD);
        ours.remove(CARRIED);
        ObjectNode marked = change.deepCopy();
        marked.set(META, meta);
        return marked;
    }

    private static ObjectNode metaOf(JsonNode mapping) {
        return mapping.path(META) instanceof ObjectNode meta ? meta.deepCopy() : JsonNodeFactory.instance.objectNode();
    }
}
