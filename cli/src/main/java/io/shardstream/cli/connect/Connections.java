package io.shardstream.cli.connect;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.secure.LiveProperties;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.runfile.Auth;
import io.shardstream.common.runfile.EndpointConfig;
import io.shardstream.common.runfile.KafkaConfig;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.Secret;
import io.shardstream.common.seal.SealKey;
import io.shardstream.common.seal.SealedDocuments;
import io.shardstream.common.seal.Sealing;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.steer.Steering;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;

/// Clients of the servers that a run file names. Making them asks nobody anything.
///
/// @param source where documents come from
/// @param target where they go
/// @param kafka what lies between
public record Connections(ElasticCluster source, ElasticCluster target, KafkaConnection kafka)
        implements AutoCloseable {
    /// @throws ElasticException if certificates or a key cannot be used
    /// @throws RunRefusedException if the run seals documents, and this machine cannot
    public static Connections of(RunFile run) throws ElasticException {
        try (HalfMade made = new HalfMade()) {
            Connections all = new Connections(
                    made.part(ElasticCluster.of(settings("source", run.source().endpoint(), run.name()))),
                    made.part(ElasticCluster.of(settings("target", run.target().endpoint(), run.name()))),
                    kafka(run));
            made.keep();
            return all;
        }
    }

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
    public static Steering steering(RunFile run) {
        return new Steering(kafka(run), new RunTopics(run.name()), run.throttle(), InstantSource.system());
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
        source.requireOneCluster();
        target.requireOneCluster();
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
