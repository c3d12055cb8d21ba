package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.Maven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Puts OpenSearch's folder together from Maven artifacts, because no archive of the whole lies in a repository.
record OpenSearchAssembly(String number) {

    static final String LIBRARIES = "lib";

    /// It would make these itself, which the servers' user may not.
    private static final List<String> EXPECTED_FOLDERS = List.of("bin", "plugins", "extensions");

    /// Before version 3 the security manager keeps from a module what is not allowed to it
    /// (`plugin-security.policy` of the modules in OpenSearch's sources).
    private static final String POLICY = """
            grant {
              permission java.net.SocketPermission "*", "accept,connect,resolve";
              permission java.lang.RuntimePermission "createClassLoader";
              permission java.lang.RuntimePermission "getClassLoader";
            };
            """;

    private List<ServerModule> modules() {
        List<ServerModule> modules = new ArrayList<>(List.of(
                module("transport-netty4", "transport-netty4-client", "transport.Netty4", ""),
                module("reindex", "reindex-client", "index.reindex.Reindex", ""),
                module("parent-join", "parent-join-client", "join.ParentJoin", ""),
                module("percolator", "percolator-client", "percolator.Percolator", ""),
                module("mapper-extras", "mapper-extras-client", "index.mapper.MapperExtras", "")));
        if (!isFirst()) {
            modules.add(module("lang-painless", "lang-painless", "painless.Painless", ""));
            // It gives scripts a class of its own (its build file: extendedPlugins).
            modules.add(module(
                    "analysis-common",
                    "analysis-common",
                    "analysis.common.CommonAnalysis",
                    "extended.plugins=lang-painless\n"));
        }
        return modules;
    }

    private ServerModule module(String name, String artifact, String start, String more) {
        String end = hasSecurityManager() ? "Plugin" : "ModulePlugin";
        return new ServerModule(name, artifact, "org.opensearch." + start + end, more);
    }

    /// Whether it runs under Java's security manager, as the versions before 3 do.
    boolean hasSecurityManager() {
        return isFirst() || number.startsWith("2.");
    }

    /// Of 1.x scripts, what analyzers need of them, and the loader of plug-ins lie in no repository.
    private boolean isFirst() {
        return number.startsWith("1.");
    }

    /// Fills the folder, as [io.shardstream.localcluster.artifact.ServerCache.Filler] asks.
    void fill(Path target, Path work) throws IOException {
        Map<String, List<Artifact>> sets = ServerModule.sets(modules(), "org.opensearch.plugin", number);
        sets.put(LIBRARIES, libraries());
        Map<String, Path> fetched = Maven.find().copy(sets, work);
        for (String folder : EXPECTED_FOLDERS) {
            Files.createDirectories(target.resolve(folder));
        }
        Files.move(Objects.requireNonNull(fetched.get(LIBRARIES)), target.resolve(LIBRARIES));
        String java = hasSecurityManager() ? "1.8" : "21";
        for (ServerModule module : modules()) {
            module.install(target, fetched, number, "java.version=" + java + "\nopensearch.version=" + number + "\n");
            if (hasSecurityManager()) {
                Files.writeString(module.folder(target).resolve("plugin-security.policy"), POLICY);
            }
        }
    }

    private List<Artifact> libraries() {
        List<Artifact> libraries = new ArrayList<>(List.of(
                part("opensearch"),
                part("opensearch-plugin-classloader", isFirst() ? "2.19.6" : number),
                Artifact.of("org.apache.logging.log4j:log4j-core:" + (isFirst() ? "2.17.1" : "2.25.4"))));
        if (!hasSecurityManager()) {
            libraries.add(part("opensearch-agent"));
            libraries.add(part("opensearch-agent-bootstrap"));
        }
        return libraries;
    }

    private Artifact part(String name) {
        return part(name, number);
    }

    private static Artifact part(String name, String version) {
        return Artifact.of("org.opensearch:" + name + ":" + version);
    }
}
