package io.shardstream.localcluster.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes the flat YAML that Elasticsearch and OpenSearch read their settings from.
final class ConfigFile {

    private ConfigFile() {}

    /// @param settings values as written in YAML flow style: plain words, or lists such as `[a, b]`
    static void write(Path file, Map<String, String> settings) throws IOException {
        Files.writeString(
                file,
                new TreeMap<>(settings)
                        .entrySet().stream()
                                .map(entry -> entry.getKey() + ": " + value(entry.getValue()))
                                .collect(Collectors.joining("\n", "", "\n")));
    }

    private static String value(String value) {
        return value.startsWith("[")
                ? value
                : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
