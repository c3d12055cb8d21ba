package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerImage;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// OpenSearch, put together from the jars that its distribution holds: the server in `lib`; in `modules`
/// its network layer, `_reindex`, and kinds of fields, analyzers and scripts.
record OpenSearchDistribution(SearchServerVersion version) implements Distribution {

    private static final String LOG4J = """
            rootLogger.level=info
            rootLogger.appenderRef.console.ref=console
            appender.console.type=Console
            appender.console.name=console
            appender.console.layout.type=PatternLayout
            appender.console.layout.pattern=[%d{ISO8601}][%-5p][%-25c{1.}] [%node_name]%marker %m%n
            """;

    @Override
    public Path home(ServerCache cache) {
        return cache.get(version.fileName() + "-modules", assembly()::fill);
    }

    private OpenSearchAssembly assembly() {
        return new OpenSearchAssembly(version.number());
    }

    @Override
    public Map<String, String> defaultSettings() {
        return Map.of();
    }

    /// Its own Java lies in it.
    @Override
    public ServerImage image() {
        Path home = Path.of("/usr/share/opensearch");
        return new ServerImage(
                "opensearchproject/opensearch:" + version.number(), new Installed(home, home.resolve("jdk")));
    }

    @Override
    public SupervisedCommand prepare(NodeSpec node, Path output) throws IOException {
        Path config = Files.createDirectories(node.configFolder());
        Path temporary = Files.createDirectories(node.temporaryFolder());
        ConfigFile.write(config.resolve("opensearch.yml"), node.settings());
        Files.writeString(config.resolve("log4j2.properties"), LOG4J);
        List<String> command = new ArrayList<>();
        command.add(node.installed().javaProgram().toString());
        command.addAll(node.javaOptions());
        command.addAll(
                assembly().hasSecurityManager()
                        ? List.of("-Djava.security.manager=allow")
                        : List.of("--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.io.tmpdir=" + temporary,
                "-Dopensearch.path.home=" + node.installed().home(),
                "-Dopensearch.path.conf=" + config,
                "-Dopensearch.distribution.type=tar",
                "-cp",
                node.installed().home().resolve(OpenSearchAssembly.LIBRARIES) + "/*",
                "org.opensearch.bootstrap.OpenSearch"));
        return new SupervisedCommand(command, node.folder(), output)
                .without("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH")
                .with("HOME", node.folder().toString());
    }

    @Override
    public Optional<Path> pidFile(NodeSpec node) {
        return Optional.empty();
    }
}
