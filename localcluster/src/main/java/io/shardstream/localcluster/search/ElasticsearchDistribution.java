package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.FileTree;
import io.shardstream.localcluster.artifact.Maven;
import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.artifact.ZipArchive;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerImage;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Elasticsearch from the zip that its own integration tests run on: the real server with netty transport and x-pack
/// security, without the full product's modules (no scripts, no `GET /`, `_reindex` on 7.17 only) and without a JDK.
record ElasticsearchDistribution(ServerVersion version) implements Distribution {

    private static final String REINDEX = "reindex";

    /// The last major version whose module for it lies in a repository.
    private static final String WITH_REINDEX = "7.";

    private static final String GROUP = "org.elasticsearch.distribution.integ-test-zip";
    /// They name files relative to folders that a node here does not have.
    private static final Pattern LOG_FILE_OPTION = Pattern.compile(".*(-Xlog:gc|-Xloggc|HeapDump|ErrorFile).*");

    @Override
    public Path home(ServerCache cache) {
        String folder =
                version.number().startsWith(WITH_REINDEX) ? version.fileName() + "-reindex" : version.fileName();
        return cache.get(folder, this::fill);
    }

    private void fill(Path target, Path work) throws IOException {
        Map<String, List<Artifact>> sets = new LinkedHashMap<>();
        sets.put(version.fileName(), List.of(Artifact.of(GROUP + ":elasticsearch:" + version.number() + ":zip")));
        if (version.number().startsWith(WITH_REINDEX)) {
            sets.put(REINDEX, List.of(Artifact.of("org.elasticsearch.plugin:reindex-client:" + version.number())));
        }
        Map<String, Path> fetched = Maven.find().copy(sets, work);
        Path zip = Objects.requireNonNull(fetched.get(version.fileName()));
        ZipArchive.unpackTopFolder(zip.resolve("elasticsearch-" + version.number() + ".zip"), target);
        Path reindex = fetched.get(REINDEX);
        if (reindex != null) {
            Path module = target.resolve("modules").resolve(REINDEX);
            ModuleFolder.fill(
                    module, reindex, target.resolve("lib"), """
                    description=reindex
                    version=%s
                    name=%s
                    classname=org.elasticsearch.reindex.ReindexPlugin
                    java.version=1.8
                    elasticsearch.version=%s
                    """.formatted(version.number(), REINDEX, version.number()));
            Files.writeString(module.resolve("plugin-security.policy"), """
                    grant {
                      permission java.net.SocketPermission "*", "connect";
                    };
                    """);
        }
    }

    @Override
    public Map<String, String> defaultSettings() {
        return Map.of("xpack.security.enabled", "false");
    }

    /// Its own Java lies in it.
    @Override
    public ServerImage image() {
        Path home = Path.of("/usr/share/elasticsearch");
        return new ServerImage(
                "docker.elastic.co/elasticsearch/elasticsearch:" + version.number(),
                new Installed(home, home.resolve("jdk")));
    }

    @Override
    public SupervisedCommand prepare(NodeSpec node, Path output) throws IOException {
        if (!Files.exists(node.configFolder())) {
            FileTree.copy(home(node.cache()).resolve("config"), node.configFolder());
            keepOptionsThatFit(node.configFolder().resolve("jvm.options"));
        }
        Files.createDirectories(node.temporaryFolder());
        Files.deleteIfExists(node.pidFile());
        ConfigFile.write(node.configFolder().resolve("elasticsearch.yml"), node.settings());
        List<String> command = List.of(
                node.installed().home().resolve("bin/elasticsearch").toString(),
                "-p",
                node.pidFile().toString());
        return new SupervisedCommand(command, node.folder(), output)
                .without("JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .with("ES_JAVA_HOME", node.installed().java().toString())
                .with("ES_JAVA_OPTS", String.join(" ", node.javaOptions()))
                .with("ES_PATH_CONF", node.configFolder().toString())
                // ES_TMPDIR is the server's; the launcher leaves a folder of its own for every start (8.x and later).
                .with("CLI_JAVA_OPTS", "-Djava.io.tmpdir=" + node.temporaryFolder())
                .with("ES_TMPDIR", node.temporaryFolder().toString())
                .with("HOME", node.folder().toString());
    }

    /// The launcher stays in front of the server.
    @Override
    public Optional<Path> pidFile(NodeSpec node) {
        return Optional.of(node.pidFile());
    }

    private static void keepOptionsThatFit(Path options) throws IOException {
        List<String> kept;
        try (Stream<String> lines = Files.lines(options)) {
            kept = lines.filter(line -> !LOG_FILE_OPTION.matcher(line).matches())
                    .toList();
        }
        Files.write(options, kept);
    }
}
