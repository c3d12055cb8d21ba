package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.Artifact;
import io.shardstream.localcluster.artifact.Maven;
import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.artifact.ZipArchive;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerImage;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Elasticsearch from the zip that its own integration tests run on: the real server with netty transport and
/// x-pack security, without the full product's modules (no scripts, no `GET /`) and without a JDK. For 7.x
/// `_reindex` and the kinds of fields that were published for its client are added.
record ElasticsearchDistribution(SearchServerVersion version) implements Distribution {

    /// The last major version whose modules lie in a repository.
    private static final String WITH_MODULES = "7.";

    /// Without x-pack, whose settings it does not know.
    private static final String BARE = "7.10.";

    private static final String GROUP = "org.elasticsearch.distribution.integ-test-zip";
    /// They name files relative to folders that a node here does not have.
    private static final Pattern LOG_FILE_OPTION = Pattern.compile(".*(-Xlog:gc|-Xloggc|HeapDump|ErrorFile).*");

    @Override
    public Path home(ServerCache cache) {
        return cache.get(hasModules() ? version.fileName() + "-modules" : version.fileName(), this::fill);
    }

    private boolean hasModules() {
        return version.number().startsWith(WITH_MODULES);
    }

    private boolean isBare() {
        return version.number().startsWith(BARE);
    }

    private List<ServerModule> modules() {
        return List.of(
                reindex(),
                new ServerModule("parent-join", "parent-join-client", "org.elasticsearch.join.ParentJoinPlugin"),
                new ServerModule("percolator", "percolator-client", "org.elasticsearch.percolator.PercolatorPlugin"),
                new ServerModule(
                        "mapper-extras", "mapper-extras-client", "org.elasticsearch.index.mapper.MapperExtrasPlugin"));
    }

    private ServerModule reindex() {
        String place = isBare() ? "org.elasticsearch.index.reindex" : "org.elasticsearch.reindex";
        return new ServerModule("reindex", "reindex-client", place + ".ReindexPlugin");
    }

    private void fill(Path target, Path work) throws IOException {
        String number = version.number();
        List<ServerModule> modules = hasModules() ? modules() : List.of();
        Map<String, List<Artifact>> sets = ServerModule.sets(modules, "org.elasticsearch.plugin", number);
        sets.put(version.fileName(), List.of(Artifact.of(GROUP + ":elasticsearch:" + number + ":zip")));
        Map<String, Path> fetched = Maven.find().copy(sets, work);
        Path zip = Objects.requireNonNull(fetched.get(version.fileName()));
        ZipArchive.unpackTopFolder(zip.resolve("elasticsearch-" + number + ".zip"), target);
        for (ServerModule module : modules) {
            module.install(target, fetched, number, "java.version=1.8\nelasticsearch.version=" + number + "\n");
        }
        if (hasModules()) {
            Files.writeString(reindex().folder(target).resolve("plugin-security.policy"), """
                    grant {
                      permission java.net.SocketPermission "*", "connect";
                    };
                    """);
        }
    }

    @Override
    public Map<String, String> defaultSettings() {
        return isBare() ? Map.of() : Map.of("xpack.security.enabled", "false");
    }

    /// Its own Java lies in it.
    @Override
    public ServerImage image() {
        Path home = Path.of("/usr/share/elasticsearch");
        return new ServerImage(
                "docker.elastic.co/elasticsearch/elasticsearch" + (isBare() ? "-oss:" : ":") + version.number(),
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
                .without("JAVA_OPTS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                // Its name before 7.12; later versions do not look at it where they have the next one.
                .with("JAVA_HOME", node.installed().java().toString())
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
