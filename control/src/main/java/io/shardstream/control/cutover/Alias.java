package io.shardstream.control.cutover;

/// An alias of an index.
///
/// @param name its name
/// @param properties what `_aliases` takes beside index and name, as a JSON object: filter, routing,
///   `is_write_index`, `is_hidden`; as the server told it
public record Alias(String name, String properties) {
    /// One without properties.
    static Alias plain(String name) {
        return new Alias(name, "{}");
    }
}
