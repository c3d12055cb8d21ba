package io.shardstream.control.index.cluster;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An alias of an index.
///
/// @param name its name
/// @param properties what `_aliases` takes beside index and name, as a JSON object: filter, routing,
///   `is_write_index`, `is_hidden`; as the server told it
public record Alias(String name, String properties) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> NARROWING = List.of("filter", "routing", "index_routing", "search_routing");

    /// One without properties.
    public static Alias plain(String name) {
        return new Alias(name, "{}");
    }

    public boolean isWriteIndex() {
        return property("is_write_index").asBoolean(false);
    }

    /// Whether the index says that it is not the one that is written to through this alias. One that says
    /// nothing is written to if it is the only one with the alias.
    boolean isNoWriteIndex() {
        return property("is_write_index").isBoolean() && !isWriteIndex();
    }

    public boolean isHidden() {
        return property("is_hidden").asBoolean(false);
    }

    /// Whether searches through it find only some documents, or go to some shards only.
    public boolean isNarrow() {
        JsonNode all = MAPPER.readTree(properties);
        return NARROWING.stream().anyMatch(all::has);
    }

    /// Whether searches through it find what those through the other one find, in an index with the same
    /// documents.
    public boolean findsAs(Alias other) {
        return NARROWING.stream().allMatch(name -> property(name).equals(other.property(name)));
    }

    /// The same under another name.
    public Alias named(String other) {
        return new Alias(other, properties);
    }

    private JsonNode property(String property) {
        return MAPPER.readTree(properties).path(property);
    }
}
