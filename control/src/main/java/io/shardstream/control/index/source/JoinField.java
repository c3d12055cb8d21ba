package io.shardstream.control.index.source;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A field by which documents of an index are children of others. A server finds a child by its parent only
/// where both lie on one shard, so clients write it with its parent's routing. None that is written without a
/// routing is taken (`ParentJoinFieldMapper`); whether it is the parent's, no server looks.
///
/// @param name its full name
/// @param children the names of relations whose documents have a parent
public record JoinField(String name, List<String> children) {
    public JoinField {
        children = List.copyOf(children);
    }

    /// Those of a mapping; servers take one.
    ///
    /// @param mapping its root object
    public static List<JoinField> in(JsonNode mapping) {
        List<JoinField> found = new ArrayList<>();
        collect("", mapping, found);
        return found;
    }

    private static void collect(String prefix, JsonNode object, List<JoinField> found) {
        object.path("properties").properties().forEach(field -> {
            String name = prefix + field.getKey();
            if (field.getValue().path("type").asString("").equals("join")) {
                List<String> children = new ArrayList<>();
                field.getValue().path("relations").forEach(of -> {
                    if (of.isArray()) {
                        of.forEach(child -> children.add(child.asString("")));
                    } else {
                        children.add(of.asString(""));
                    }
                });
                found.add(new JoinField(name, children));
            }
            collect(name + ".", field.getValue(), found);
        });
    }
}
