package io.shardstream.common.runfile;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A value of a YAML text that knows its line (from 1).
sealed interface Node {
    int line();

    /// What kind of value this is, for sentences.
    String kind();

    /// The value without its lines.
    JsonNode json();

    /// Keys with values; a key knows its own line.
    record Mapping(int line, Map<String, Entry> entries) implements Node {
        @Override
        public String kind() {
            return "a map of keys";
        }

        @Override
        public JsonNode json() {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            entries.forEach((key, entry) -> object.set(key, entry.value().json()));
            return object;
        }
    }

    /// The line of a key, and its value.
    record Entry(int line, Node value) {}

    /// Values in order.
    record Sequence(int line, List<Node> items) implements Node {
        @Override
        public String kind() {
            return "a list";
        }

        @Override
        public JsonNode json() {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            items.forEach(item -> array.add(item.json()));
            return array;
        }
    }

    /// A single value: its text as written, and as YAML understands it.
    record Scalar(int line, String text, JsonNode json) implements Node {
        @Override
        public String kind() {
            return json.isNull() ? "nothing" : "a single value";
        }
    }
}
