package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.Artifact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A part that a server loads from a folder of its own.
///
/// @param name of its folder, and how the server calls it
/// @param artifact in the server's group of plugins
/// @param pluginClass what its descriptor names
/// @param more further lines of the descriptor
record ServerModule(String name, String artifact, String pluginClass, String more) {
    ServerModule(String name, String artifact, String pluginClass) {
        this(name, artifact, pluginClass, "");
    }

    /// What is to be fetched for some of them, by their names.
    ///
    /// @param number the server's version
    static Map<String, List<Artifact>> sets(List<ServerModule> modules, String group, String number) {
        Map<String, List<Artifact>> sets = new LinkedHashMap<>();
        modules.forEach(module ->
                sets.put(module.name(), List.of(Artifact.of(group + ":" + module.artifact() + ":" + number))));
        return sets;
    }

    /// Puts one into the server's folder, of what was fetched.
    ///
    /// @param home the server's folder, with its libraries in `lib`
    /// @param requirements lines of the descriptor that say what it runs on
    void install(Path home, Map<String, Path> fetched, String number, String requirements) throws IOException {
        ModuleFolder.fill(
                folder(home),
                Objects.requireNonNull(fetched.get(name), name),
                home.resolve("lib"),
                """
                description=%s
                version=%s
                name=%s
                classname=%s
                """.formatted(artifact, number, name, pluginClass) + more + requirements);
    }

    Path folder(Path home) {
        return home.resolve("modules").resolve(name);
    }
}
