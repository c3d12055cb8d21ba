package io.shardstream.ittests.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.file.Renewed;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.secrecy.Planted;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.SecuredKafka;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FreePorts;
import io.shardstream.localcluster.security.Authority;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// F-48: passwords, users and certificates for Kafka that end, change or are wrong. The run waits and says why, loses
/// nothing, and goes on by itself.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
@RealServers
class KafkaCredentialsTest {
    private static final String USER = "run";
    private static final String BROKER = "broker";
    private static final int DOCUMENTS = 100;
    private static final String WAITS = "Nothing is lost: this process waits, and goes on by itself.";

    private Path folder;
    private SecuredKafka kafka;
    private int changes;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        folder = temporary;
        kafka = SecuredKafka.start(temporary);
        kafka.allow(Stream.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)
                .map(type -> new AclBinding(
                        new ResourcePattern(type, "shardstream.", PatternType.PREFIXED),
                        new AccessControlEntry("User:" + USER, "*", AclOperation.ALL, AclPermissionType.ALLOW)))
                .toList());
    }

    @BeforeEach
    void reset() throws IOException {
        kafka.user(USER, Planted.KAFKA_PASSWORD.text());
        Files.writeString(kafka.trusted(), kafka.authority().certificate());
    }

    @AfterAll
    void stop() {
        kafka.close();
    }

    @Test
    void aPasswordThatIsChangedInKafkaIsWaitedForInItsFile() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn signedIn = SignedIn.at(kafka, run, folder).as(USER);
            Child works = follow(run);

            kafka.user(USER, "another");
            kafka.broker().restart();
            waits(works, "Kafka does not let this process in (");
            CopyRun.Output status = run.command("status");
            Files.writeString(signedIn.password(), "another");

            goesOn(run, works, 1);
            assertThat(status.code()).isEqualTo(ExitCodes.FAILED);
            assertThat(status.text()).contains("Kafka does not let this process in (");
        }
    }

    @Test
    void aUserThatIsTakenAwayIsWaitedFor() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn.at(kafka, run, folder).as(USER);
            int port = new FreePorts(new Random()).next();
            Child works = follow(run, "--http", Integer.toString(port));

            kafka.withoutUser(USER);
            kafka.broker().restart();
            waits(works, "Kafka does not let this process in (");
            assertThat(asked(port, "/healthz"))
                    .as("whoever watches the process does not end it")
                    .isEqualTo(200);
            assertThat(asked(port, "/readyz")).isEqualTo(503);
            kafka.user(USER, Planted.KAFKA_PASSWORD.text());

            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(asked(port, "/readyz")).isEqualTo(200));
            goesOn(run, works, 1);
        }
    }

    @Test
    void aPasswordAndAnAuthorityThatAreRenewedAreUsedWithoutAPause() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn signedIn = SignedIn.at(kafka, run, folder).as(USER);
            Child works = follow(run);

            Authority other = Authority.make(folder, "renewed");
            Files.writeString(kafka.trusted(), kafka.authority().certificate() + other.certificate());
            Files.writeString(signedIn.password(), "another");
            kafka.user(USER, "another");
            Thread.sleep(Renewed.PERIOD);
            // Who has had to connect meanwhile may have had the old password still.
            long before = works.timesSaid(WAITS);
            kafka.show(other.server(BROKER));

            goesOn(run, works, before);
            kafka.show(kafka.authority().server(BROKER));
        }
    }

    @Test
    void aBrokersCertificateThatHasEndedIsWaitedFor() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn.at(kafka, run, folder).as(USER);
            Child works = follow(run);

            kafka.show(kafka.authority().endedServer(BROKER));
            waits(works, "the certificate of the broker, or of its authority, has ended (");
            kafka.show(kafka.authority().server(BROKER));

            goesOn(run, works, 1);
        }
    }

    @Test
    void anAuthorityThatIsNotTrustedYetIsWaitedFor() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn.at(kafka, run, folder).as(USER);
            Child works = follow(run);

            Authority other = Authority.make(folder, "other");
            kafka.show(other.server(BROKER));
            waits(works, "the broker's certificate is signed by nobody whom ssl.truststore.*");
            Files.writeString(kafka.trusted(), other.certificate());

            goesOn(run, works, 1);
            kafka.show(kafka.authority().server(BROKER));
        }
    }

    @Test
    void aProcessShowsACertificateAndWaitsForANewOneWhenItHasEnded() throws Exception {
        Path identity = kafka.identity(USER, kafka.authority().client(USER));
        try (CopyRun run = changed(CopyRun.through(kafka.certified()))
                .withKafkaProperties("security.protocol: SSL, ssl.truststore.type: PEM, ssl.truststore.location: "
                        + kafka.trusted() + ", ssl.keystore.type: PEM, ssl.keystore.location: " + identity)) {
            Child works = follow(run);

            kafka.identity(USER, kafka.authority().endedClient(USER));
            kafka.broker().restart();
            waits(works, "the broker does not accept the certificate of ssl.keystore.*");
            kafka.identity(USER, kafka.authority().client(USER));

            goesOn(run, works, 1);
        }
    }

    /// Tokens without a signature, which a broker of Kafka's takes where nothing else is set.
    @Test
    void aProcessSignsInByATokenOfItsOwn() throws Exception {
        try (CopyRun run = changed(CopyRun.through(kafka.brokers()))
                .withKafkaProperties("security.protocol: SASL_SSL, sasl.mechanism: OAUTHBEARER,"
                        + " ssl.truststore.type: PEM, ssl.truststore.location: " + kafka.trusted()
                        + ", sasl.jaas.config: 'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"
                        + " required unsecuredLoginStringClaim_sub=\"" + USER + "\";'")) {
            goesOn(run, follow(run), 0);
        }
    }

    @Test
    void aProcessThatIsStartedWithWhatIsWrongEndsAndSaysWhy() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn signedIn = SignedIn.at(kafka, run, folder).as(USER);
            Files.writeString(signedIn.password(), "wrong");
            CopyRun.Output password = run.command("run");
            Files.writeString(signedIn.password(), Planted.KAFKA_PASSWORD.text());
            Files.writeString(kafka.trusted(), Authority.make(folder, "wrong").certificate());
            CopyRun.Output authority = run.command("run");
            Files.writeString(kafka.trusted(), kafka.authority().certificate());
            CopyRun.Output user =
                    new SignedIn(run, signedIn.password()).as("nobody").command("run");

            for (CopyRun.Output one : List.of(password, user)) {
                assertThat(one.code()).isEqualTo(ExitCodes.FAILED);
                assertThat(one.text()).contains("Kafka does not let this process in (");
            }
            assertThat(authority.code()).isEqualTo(ExitCodes.FAILED);
            assertThat(authority.text())
                    .contains("signed by nobody whom ssl.truststore.* under kafka.properties trusts");
        }
    }

    @Test
    void whatDoctorFindsOfCertificatesAndOfWhatAUserMayNotAskHasItsCode() throws Exception {
        kafka.user("reads", Planted.KAFKA_PASSWORD.text());
        kafka.allow(List.of(new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "shardstream.", PatternType.PREFIXED),
                new AccessControlEntry("User:reads", "*", AclOperation.READ, AclPermissionType.ALLOW))));
        try (CopyRun run = copied()) {
            SignedIn signedIn = SignedIn.at(kafka, run, folder).as(USER);
            run.plannedOnly();
            assertThat(FoundCodes.byDoctor(run)).contains("notes certificate-valid");
            signedIn.as("reads");
            assertThat(FoundCodes.byDoctor(run))
                    .contains(
                            "notes broker-settings-unknown", "notes topic-settings-unknown", "notes processes-unknown");
            assertThat(FoundCodes.plannedWith(run, "trim: never", "trim: never", "--sample=0s"))
                    .contains("notes broker-settings-unknown", "notes broker-disks-unknown");

            signedIn.as(USER);
            Files.writeString(kafka.trusted(), Authority.make(folder, "nobody").certificate());
            assertThat(FoundCodes.byDoctor(run)).contains("blocks certificate-not-trusted");
            Files.writeString(kafka.trusted(), "no certificate");
            assertThat(FoundCodes.byDoctor(run)).contains("blocks trust-store-unreadable");
            Files.writeString(kafka.trusted(), kafka.authority().certificate());
            kafka.show(kafka.authority().endingServer(BROKER));
            assertThat(FoundCodes.byDoctor(run)).contains("warns certificate-ends-soon");
            kafka.show(kafka.authority().endedServer(BROKER));
            assertThat(FoundCodes.byDoctor(run)).contains("blocks certificate-ended");
            kafka.show(kafka.authority().server(BROKER));
        }
    }

    private CopyRun copied() {
        return changed(CopyRun.through(kafka.brokers()));
    }

    private static CopyRun changed(CopyRun run) {
        return run.withSource("\"number_of_shards\":2", "{}").following().holding(new Articles(3).stream(DOCUMENTS));
    }

    /// Starts everything as one process and waits until it follows the source.
    private Child follow(CopyRun run, String... options) {
        Child works = run.start("run", options);
        run.awaitPhase(Phase.CATCHING_UP);
        change(run);
        run.awaitCaughtUp();
        return works;
    }

    /// The status of the answer.
    private static int asked(int port, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }

    /// Others than the process's work, such as what only tells, may say the sentence before.
    private static void waits(Child works, String why) {
        works.awaitSaid(why);
        works.awaitSaid(WAITS);
    }

    private void change(CopyRun run) {
        run.rest().put("/" + run.source() + "/_doc/change-" + ++changes + "?refresh=true", "{\"n\":" + changes + "}");
    }

    /// Everything that was written meanwhile is copied, by the same process, which has said so often that it waits.
    private void goesOn(CopyRun run, Child works, long waits) {
        change(run);
        run.awaitCaughtUp();
        assertThat(run.assertCopied().isClean()).isTrue();
        assertThat(works.isAlive()).as(works.tail()).isTrue();
        assertThat(works.timesSaid(WAITS)).as(works.tail()).isEqualTo(waits);
        assertThat(works.stop()).isIn(ExitCodes.DONE, ExitCodes.STOPPED);
    }
}
