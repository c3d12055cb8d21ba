package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.Maven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Puts OpenSearch's folder together from Maven artifacts, because no archive of the whole lies in a repository.
record OpenSearchAssembly(String number) {

    static final String LIBRARIES = "lib";

    /// It would make these itself, which the servers' user may not.
    private static final List<String> EXPECTED_FOLDERS = List.of("bin", "plugins", "extensions");

    /// A part that OpenSearch loads from a folder of its own.
    ///
    /// @param pluginClass what its descriptor names
    private record Module(String name, String artifact, String pluginClass) {}

    private static final List<Module> MODULES = List.of(
            new Module("transport-netty4", "transport-netty4-client", "org.opensearch.transport.Netty4ModulePlugin"),
            new Module("reindex", "reindex-client", "org.opensearch.index.reindex.ReindexModulePlugin"));

    /// Fills the folder, as [io.shardstream.localcluster.artifact.ServerCache.Filler] asks.
    void fill(Path target, Path work) throws IOException {
        Map<String, List<Artifact>> sets = new LinkedHashMap<>();
        sets.put(LIBRARIES, libraries());
        MODULES.forEach(module -> sets.put(module.name(), List.of(part("org.opensearch.plugin", module.artifact()))));
        Map<String, Path> fetched = Maven.find().copy(sets, work);
        Path libraries = target.resolve(LIBRARIES);
        for (String folder : EXPECTED_FOLDERS) {
            Files.createDirectories(target.resolve(folder));
        }
        Files.move(folderOf(LIBRARIES, fetched), libraries);
        for (Module module : MODULES) {
            ModuleFolder.fill(
                    target.resolve("modules").resolve(module.name()),
                    folderOf(module.name(), fetched),
                    libraries,
                    descriptor(module));
        }
    }

    private static Path folderOf(String set, Map<String, Path> fetched) {
        return Objects.requireNonNull(fetched.get(set), set);
    }

    private List<Artifact> libraries() {
        return List.of(
                part("org.opensearch", "opensearch"),
                part("org.opensearch", "opensearch-agent"),
                part("org.opensearch", "opensearch-agent-bootstrap"),
                part("org.opensearch", "opensearch-plugin-classloader"),
                Artifact.of("org.apache.logging.log4j:log4j-core:2.25.4"));
    }

    private Artifact part(String group, String name) {
        return Artifact.of(group + ":" + name + ":" + number);
    }

    private String descriptor(Module module) {
        return """
                description=%s
                version=%s
                name=%s
                classname=%s
                java.version=21
                opensearch.version=%s
                """.formatted(module.artifact(), number, module.name(), module.pluginClass(), number);
    }
}
