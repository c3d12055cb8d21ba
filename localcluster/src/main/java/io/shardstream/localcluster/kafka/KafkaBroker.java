package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.process.LocalServer;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.LogCause;
import io.shardstream.localcluster.process.ServerStart;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// One broker of a local Kafka cluster; it is a controller at the same time.
public final class KafkaBroker extends LocalServer {

    /// The last thing that a broker logs when it starts, after the controllers let it serve clients
    /// (`KafkaBroker.STARTED_MESSAGE` in Kafka's source).
    private static final String STARTED = "Kafka Server started";

    private final KafkaCluster cluster;
    private final int id;
    private volatile BrokerPorts ports;

    KafkaBroker(int id, KafkaCluster cluster, BrokerPorts ports) {
        super("broker-" + id, cluster.work(), cluster.runner());
        this.id = id;
        this.cluster = cluster;
        this.ports = ports;
    }

    /// Its node id, the first is 1.
    public int id() {
        return id;
    }

    /// Where clients reach it, such as `127.0.0.1:23456`.
    public String address() {
        return "127.0.0.1:" + ports.client();
    }

    /// Where clients reach it that show a certificate, if it is secured.
    String certifiedAddress() {
        return "127.0.0.1:" + ports.certified();
    }

    BrokerPorts ports() {
        return ports;
    }

    void use(BrokerPorts others) {
        ports = others;
    }

    @Override
    protected ServerStart prepare(Path output) throws IOException {
        Path temporary = Files.createDirectories(folder().resolve("tmp"));
        Path config = folder().resolve("server.properties");
        Path log4j = folder().resolve("log4j.properties");
        if (cluster.security().isPresent()) {
            cluster.security().get().prepare(this);
        }
        for (Class<?> type : cluster.classes()) {
            copy(type);
        }
        Files.writeString(config, BrokerConfig.asText(cluster.config(this)));
        Files.writeString(log4j, cluster.version().logging());
        if (!Files.exists(folder().resolve("data/meta.properties"))) {
            format(config, log4j, output);
        }
        List<String> options = new ArrayList<>(cluster.javaOptions());
        options.addAll(
                List.of("-Djava.io.tmpdir=" + temporary, cluster.version().loggingOption(log4j)));
        return java(options, List.of("kafka.Kafka", config.toString()), output);
    }

    private Path classes() {
        return folder().resolve("classes");
    }

    private void copy(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream("/" + file), file)) {
            Path copy = classes().resolve(file);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    protected boolean isReady() {
        try (Stream<String> lines = Files.lines(output(), StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains(STARTED));
        } catch (IOException e) {
            return false;
        }
    }

    private void format(Path config, Path log4j, Path output) {
        cluster.work().account().own(folder());
        // Data that lie elsewhere, by a setting, may be there already.
        List<String> tool = List.of(
                "kafka.tools.StorageTool", "format", "--ignore-formatted", "-t", cluster.id(), "-c", config.toString());
        // A run of a second is over before the just-in-time compilers and the big heap pay.
        List<String> options = List.of(
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                cluster.version().loggingOption(log4j));
        if (runner().start(java(options, tool, output)).waitFor() != 0) {
            throw new LocalServerException(name() + " cannot format its data folder:" + LogCause.of(output));
        }
    }

    private ServerStart java(List<String> options, List<String> program, Path output) {
        List<String> words = new ArrayList<>();
        words.add(cluster.installed().javaProgram().toString());
        words.addAll(options);
        words.addAll(List.of("-cp", cluster.installed().home() + "/*" + File.pathSeparator + classes()));
        words.addAll(program);
        SupervisedCommand command = new SupervisedCommand(words, folder(), output)
                .without("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH")
                .with("HOME", folder().toString());
        return new ServerStart(
                command, cluster.version().image(), cluster.work().account(), Optional.empty());
    }
}
