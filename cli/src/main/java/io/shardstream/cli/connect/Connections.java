package io.shardstream.cli.connect;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.LiveProperties;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.runfile.Auth;
import io.shardstream.common.runfile.EndpointConfig;
import io.shardstream.common.runfile.KafkaConfig;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.Secret;
import io.shardstream.common.seal.SealKey;
import io.shardstream.common.seal.SealedDocuments;
import io.shardstream.common.seal.Sealing;
import io.shardstream.control.state.Steering;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.topics.OneKafka;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Clients of the servers that a run file names. Making them asks nobody anything.
///
/// A reader or a writer may lack what signs in to the other cluster. It has everything else then, and finds that out
/// only if it asks for that cluster.
public final class Connections implements AutoCloseable {
    private final Access source;
    private final Access target;
    private final KafkaConnection kafka;

    private Connections(Access source, Access target, KafkaConnection kafka) {
        this.source = source;
        this.target = target;
        this.kafka = kafka;
    }

    public Connections(ElasticCluster source, ElasticCluster target, KafkaConnection kafka) {
        this(new Access.Given(source), new Access.Given(target), kafka);
    }

    /// To a cluster.
    private sealed interface Access {
        record Given(ElasticCluster cluster) implements Access {}

        /// @param why as a sentence
        record Lacking(String why) implements Access {}
    }

    /// @throws ElasticException if certificates or a key cannot be used
    /// @throws RunRefusedException if the run seals documents, and this machine cannot
    public static Connections of(RunFile run) throws ElasticException {
        try (HalfMade made = new HalfMade()) {
            Connections all = new Connections(
                    access(run, Side.SOURCE, run.source().endpoint(), made),
                    access(run, Side.TARGET, run.target().endpoint(), made),
                    kafka(run));
            made.keep();
            return all;
        }
    }

    /// The same for a command that begins.
    ///
    /// @throws RunRefusedException also if the addresses of Kafka lead to two
    public static Connections ofCommand(RunFile run) throws ElasticException {
        try (HalfMade made = new HalfMade()) {
            Connections all = made.part(of(run));
            OneKafka.requireAtOnce(all.kafka());
            made.keep();
            return all;
        }
    }

    private static Access access(RunFile run, Side side, EndpointConfig endpoint, HalfMade made)
            throws ElasticException {
        List<String> lacking = run.lacking(side);
        return lacking.isEmpty()
                ? new Access.Given(made.part(ElasticCluster.of(settings(side.label(), endpoint, run.name()))))
                : new Access.Lacking("This process has no credentials for the " + side.label()
                        + ": set, or make readable, " + String.join(", ", lacking) + ", and start it again.");
    }

    /// Where documents come from.
    ///
    /// @throws RunRefusedException if this process cannot sign in there
    public ElasticCluster source() {
        return cluster(source);
    }

    /// Where they go.
    ///
    /// @throws RunRefusedException if this process cannot sign in there
    public ElasticCluster target() {
        return cluster(target);
    }

    /// What lies between.
    public KafkaConnection kafka() {
        return kafka;
    }

    private static ElasticCluster cluster(Access access) {
        return switch (access) {
            case Access.Given(ElasticCluster cluster) -> cluster;
            case Access.Lacking(String why) -> throw new RunRefusedException(why);
        };
    }

    /// Kafka alone, for a command that begins.
    ///
    /// @throws RunRefusedException if its addresses lead to two
    public static KafkaConnection kafkaOfCommand(RunFile run) {
        KafkaConnection kafka = kafka(run);
        OneKafka.requireAtOnce(kafka);
        return kafka;
    }

    /// Kafka alone. Making it asks nobody anything.
    public static KafkaConnection kafka(RunFile run) {
        KafkaConfig kafka = run.kafka();
        LiveProperties properties = () -> kafka.properties().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().reveal()));
        return new KafkaConnection(String.join(",", kafka.bootstrap()), properties, sealing(run));
    }

    private static Sealing sealing(RunFile run) {
        return run.docs()
                .sealKey()
                .map(key -> key.isKnown() ? sealed(key, run.name()) : Sealing.WITHOUT_KEY)
                .orElse(Sealing.NONE);
    }

    private static Sealing sealed(Secret key, String run) {
        try {
            return new SealedDocuments(SealKey.of(key.reveal()).orElseThrow(), run);
        } catch (LinkageError e) {
            throw new RunRefusedException(
                    "Documents cannot be sealed, as the native part of Zstandard cannot be loaded. It is unpacked into "
                            + System.getProperty("java.io.tmpdir")
                            + ", where perhaps no file may be executed (mount option noexec): name another folder with"
                            + " -Djava.io.tmpdir=<folder> in SHARDSTREAM_OPTS.",
                    e);
        }
    }

    /// For who says something to a run.
    public static Steering steering(RunFile run, KafkaConnection kafka) {
        return new Steering(kafka, new RunTopics(run.name()), run.throttle(), InstantSource.system());
    }

    private static ElasticSettings settings(String name, EndpointConfig endpoint, String run) {
        return new ElasticSettings(
                name,
                endpoint.nodes(),
                () -> endpoint.auth().map(Auth::header).map(Secret::reveal),
                endpoint.tls(),
                endpoint.requestTimeout(),
                run);
    }

    /// Before a run is prepared, so that nothing is made in either of two clusters.
    ///
    /// @throws ElasticException if the addresses of one side lead to two
    public void requireOneClusterEach() throws ElasticException {
        source().requireOneCluster();
        target().requireOneCluster();
    }

    /// Before anything of a run is looked for, as it would be looked for in either of two.
    ///
    /// @throws RunRefusedException if the addresses of Kafka lead to two
    public void requireOneKafka() {
        OneKafka.require(kafka);
    }

    @Override
    public void close() {
        close(source);
        close(target);
    }

    private static void close(Access access) {
        if (access instanceof Access.Given(ElasticCluster cluster)) {
            cluster.close();
        }
    }
}
