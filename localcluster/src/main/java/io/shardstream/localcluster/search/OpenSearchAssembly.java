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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Puts OpenSearch's folder together from Maven artifacts, because no archive of the whole lies in a repository.
record OpenSearchAssembly(String number) {

    static final String LIBRARIES = "lib";

    /// It would make these itself, which the servers' user may not.
    private static final List<String> EXPECTED_FOLDERS = List.of("bin", "plugins", "extensions");

    private static final Pattern VERSION = Pattern.compile("-\\d.*");

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
        Set<String> present =
                jars(libraries).map(OpenSearchAssembly::unversioned).collect(Collectors.toSet());
        for (Module module : MODULES) {
            addModule(module, folderOf(module.name(), fetched), present, target.resolve("modules"));
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

    /// A class may not be in a module and in the server at once: OpenSearch refuses to start ("jar hell").
    private void addModule(Module module, Path jars, Set<String> present, Path modules) throws IOException {
        Path folder = Files.createDirectories(modules.resolve(module.name()));
        for (Path jar : jars(jars).toList()) {
            if (!present.contains(unversioned(jar))) {
                Files.move(jar, folder.resolve(jar.getFileName()));
            }
        }
        Files.writeString(folder.resolve("plugin-descriptor.properties"), descriptor(module));
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

    private static Stream<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream();
        }
    }

    private static String unversioned(Path jar) {
        return VERSION.matcher(String.valueOf(jar.getFileName())).replaceFirst("");
    }
}
