package io.shardstream.control.index;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a document has in a field.
public final class FieldValues {
    private static final int DEEPEST = 500;

    private FieldValues() {}

    /// Tells each value, as the document has it; of an array each one.
    ///
    /// @param field with dots between an object and its field, which the document may have in its names as well
    public static void of(JsonNode document, String field, Consumer<JsonNode> listener) {
        of(document, field, DEEPEST, listener);
    }

    private static void of(JsonNode node, @Nullable String rest, int levels, Consumer<JsonNode> listener) {
        if (levels == 0) {
            return;
        }
        if (node.isArray()) {
            node.forEach(one -> of(one, rest, levels - 1, listener));
        } else if (rest == null) {
            listener.accept(node);
        } else if (node.isObject()) {
            node.propertyStream().forEach(entry -> {
                if (rest.equals(entry.getKey())) {
                    of(entry.getValue(), null, levels - 1, listener);
                } else if (rest.startsWith(entry.getKey() + ".")) {
                    of(entry.getValue(), rest.substring(entry.getKey().length() + 1), levels - 1, listener);
                }
            });
        }
    }
}
