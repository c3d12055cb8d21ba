package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.Maven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Puts OpenSearch's folder together from Maven artifacts, because no archive of the whole lies in a repository.
record OpenSearchAssembly(String number) {

    static final String LIBRARIES = "lib";

    /// It would make these itself, which the servers' user may not.
    private static final List<String> EXPECTED_FOLDERS = List.of("bin", "plugins", "extensions");

    private static final List<ServerModule> MODULES = List.of(
            new ServerModule(
                    "transport-netty4", "transport-netty4-client", "org.opensearch.transport.Netty4ModulePlugin"),
            new ServerModule("reindex", "reindex-client", "org.opensearch.index.reindex.ReindexModulePlugin"),
            new ServerModule("parent-join", "parent-join-client", "org.opensearch.join.ParentJoinModulePlugin"),
            new ServerModule("percolator", "percolator-client", "org.opensearch.percolator.PercolatorModulePlugin"),
            new ServerModule(
                    "mapper-extras", "mapper-extras-client", "org.opensearch.index.mapper.MapperExtrasModulePlugin"),
            new ServerModule("lang-painless", "lang-painless", "org.opensearch.painless.PainlessModulePlugin"),
            // It gives scripts a class of its own (its build file: extendedPlugins).
            new ServerModule(
                    "analysis-common",
                    "analysis-common",
                    "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
                    "extended.plugins=lang-painless\n"));

    /// Fills the folder, as [io.shardstream.localcluster.artifact.ServerCache.Filler] asks.
    void fill(Path target, Path work) throws IOException {
        Map<String, List<Artifact>> sets = ServerModule.sets(MODULES, "org.opensearch.plugin", number);
        sets.put(LIBRARIES, libraries());
        Map<String, Path> fetched = Maven.find().copy(sets, work);
        for (String folder : EXPECTED_FOLDERS) {
            Files.createDirectories(target.resolve(folder));
        }
        Files.move(Objects.requireNonNull(fetched.get(LIBRARIES)), target.resolve(LIBRARIES));
        for (ServerModule module : MODULES) {
            module.install(target, fetched, number, "java.version=21\nopensearch.version=" + number + "\n");
        }
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
}
