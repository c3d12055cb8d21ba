package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.runfile.Secret;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.secrecy.Planted;
import io.shardstream.ittests.security.AclDocument;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.SecuredKafka;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.LocalServer;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.localcluster.security.AnyCertificate;
import io.shardstream.workload.compare.CompareException;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.IndexComparison;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.LoadVerdict;
import io.shardstream.workload.load.OperationKind;
import io.shardstream.workload.load.OperationListener;
import io.shardstream.workload.load.OperationOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SIGKILL of everything that takes part in a run that is secured throughout, while documents are inserted, updated,
/// deleted and re-created: TLS everywhere, each part a user of its own with the role and the ACLs of `deploy/security`
/// and no others, SCRAM at a broker that has an authorizer. What `LiveKillTest` does with servers that let everybody
/// in.
///
/// More of it: `-Dshardstream.live.rounds=5`.
@Tag("long")
@RealServers
class SecuredKillTest {
    private static final int ROUNDS = Integer.getInteger("shardstream.live.rounds", 1);
    private static final int RATE = 50;
    private static final long SEED = 1;
    private static final int LEAST_MILLIS = 500;
    private static final int MOST_MILLIS = 3500;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<String, Child> parts = new HashMap<>();
    private SecuredKafka kafka;
    private SecuredCluster cluster;
    private SecuredRun run;
    private int starts;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        kafka = SecuredKafka.start(folder);
        cluster = SecuredCluster.start(SearchServerVersion.standard());
        Path password = folder.resolve("kafka-password");
        Files.writeString(password, Planted.KAFKA_PASSWORD.text());
        for (String user : List.of("control", "reader", "writer")) {
            kafka.user(user, Planted.KAFKA_PASSWORD.text());
        }
        run = SecuredRun.on(cluster, KafkaAccess.signedIn(kafka, SecuredKillTest::userInKafka, password));
        kafka.allow(
                AclDocument.grants().stream().map(grant -> grant.of(run.name())).toList());
    }

    /// Whoever compares or cuts over is the user that controls.
    private static String userInKafka(String role) {
        return role.equals("reader") || role.equals("writer") ? role : "control";
    }

    @AfterEach
    void stop() {
        parts.values().forEach(Child::close);
        run.close();
        cluster.close();
        kafka.close();
    }

    @Test
    void nothingIsLostNorComesBackWhateverIsKilled() throws Exception {
        LoadDocuments documents = new LoadDocuments("k-", SEED, 400);
        LoadSettings settings = LoadSettings.of(RATE, Duration.ofHours(10))
                .withUnderWay(RATE)
                .withSeed(SEED)
                .withPreparedDocuments(500);
        try (HttpLoadClient client = new HttpLoadClient(List.of(cluster.url()), run.live(), access(), documents);
                Load load = Load.start(settings, documents, client, OperationListener.NONE)) {
            load.prepared().join();
            // The role that may cut over may do what a controller does.
            begin("control", "cutover");
            begin("reader", "reader");
            begin("writer", "writer");
            run.awaitPhase(Phase.CATCHING_UP);
            for (int round = 1; round <= ROUNDS; round++) {
                strike("reader", "reader");
                strike("writer", "writer");
                long epoch = epoch();
                strike("control", "cutover");
                Awaitility.await()
                        .atMost(TestPatience.LIMIT)
                        .ignoreExceptionsInstanceOf(KafkaException.class)
                        .until(() -> epoch() > epoch);
                strike(kafka.broker());
                strike(cluster.servers().node(0));
            }
            run.awaitCopied();
            LoadReport report = load.finish();
            for (OperationKind kind : OperationKind.values()) {
                assertThat(report.count(kind, OperationOutcome.OK))
                        .as(kind.label())
                        .isPositive();
            }
            awaitSame(load);

            succeeds("verify", "verify", "--content", "all");
            succeeds("cutover", "cutover");
            assertThat(run.said().isIn(Phase.COMPLETED)).isTrue();
            awaitSame(load);
            Files.deleteIfExists(Path.of(run.name() + ".cutover.json"));
        }
    }

    private void succeeds(String role, String... words) {
        CopyRun.Output output = run.command(run.runFile(role), words);
        assertThat(output.code()).as(output.text() + tails()).isZero();
    }

    private void begin(String part, String role) {
        parts.put(part, Child.start(part, part + "-" + ++starts, run.runFile(role)));
    }

    /// SIGKILL of a part that is at work, and the same command once more.
    private void strike(String part, String role) {
        awaitWork();
        Child child = Objects.requireNonNull(parts.get(part));
        assertThat(child.isAlive()).as(tails()).isTrue();
        child.kill();
        begin(part, role);
    }

    private void strike(LocalServer server) {
        awaitWork();
        server.kill();
        server.start();
    }

    private void awaitWork() {
        run.awaitCopied();
        LockSupport.parkNanos(
                Duration.ofMillis(random.nextInt(LEAST_MILLIS, MOST_MILLIS)).toNanos());
    }

    private long epoch() {
        return run.said()
                .of(Controller.KEY, Controller::decode)
                .map(Controller::epoch)
                .orElse(0L);
    }

    /// Waits until both sides are equal by ids, versions and bytes, and states that each holds what the load's
    /// operations allow.
    private void awaitSame(Load load) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                // While a sweep still deletes.
                .ignoreExceptionsInstanceOf(CompareException.class)
                .untilAsserted(() -> {
                    ComparisonReport compared =
                            IndexComparison.of(address(run.source()), address(run.target()), Set.of(), 10);
                    assertThat(compared.samples()).as(tails()).isEmpty();
                    assertThat(compared.isClean()).isTrue();
                    assertThat(compared.equal())
                            .isEqualTo(compared.source().documents())
                            .isPositive();
                });
        for (String index : List.of(run.source(), run.target())) {
            IndexVerdict verdict = LoadVerdict.of(address(index), load.memory(), load.documents(), 10);
            assertThat(verdict.samples()).as(index).isEmpty();
            assertThat(verdict.isClean()).as(index).isTrue();
        }
    }

    private IndexAddress address(String index) {
        return new IndexAddress(cluster.url(), index, access());
    }

    private ServerAccess access() {
        String header = cluster.security().adminHeader();
        return new ServerAccess(
                Optional.of(new Secret("the administrator", header)), Optional.of(AnyCertificate.context()));
    }

    private String tails() {
        StringBuilder all = new StringBuilder();
        parts.values().forEach(part -> all.append(part.tail()));
        return all.toString();
    }
}
