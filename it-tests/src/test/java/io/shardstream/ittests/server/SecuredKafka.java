package io.shardstream.ittests.server;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.seal.Sealing;
import io.shardstream.localcluster.kafka.BrokerSecurity;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.security.Authority;
import io.shardstream.localcluster.security.Issued;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/// One broker that speaks TLS alone, knows its clients by password or certificate, and lets them do what an ACL allows.
/// The test itself shows a certificate and may do everything.
public final class SecuredKafka implements AutoCloseable {
    /// The mechanism by which clients show their passwords.
    public static final String MECHANISM = "SCRAM-SHA-512";

    private static final int ITERATIONS = 4096;

    private final KafkaCluster cluster;
    private final BrokerSecurity security;
    private final Path folder;
    private final KafkaConnection own;

    private SecuredKafka(KafkaCluster cluster, Path folder) throws IOException {
        this.cluster = cluster;
        this.security = cluster.security().orElseThrow();
        this.folder = folder;
        Path ofTest = folder.resolve("trusted-by-test.pem");
        Files.writeString(ofTest, security.authority().certificate());
        Files.writeString(trusted(), security.authority().certificate());
        this.own = new KafkaConnection(
                cluster.certifiedServers(),
                Map.of(
                        "security.protocol", "SSL",
                        "ssl.truststore.type", "PEM",
                        "ssl.truststore.location", ofTest.toString(),
                        "ssl.keystore.type", "PEM",
                        "ssl.keystore.location",
                                identity(
                                                BrokerSecurity.ADMIN,
                                                security.authority().client(BrokerSecurity.ADMIN))
                                        .toString()),
                Sealing.WITHOUT_KEY);
    }

    /// @param folder for certificates
    public static SecuredKafka start(Path folder) throws IOException {
        return new SecuredKafka(
                KafkaCluster.builder()
                        .secured()
                        .heapMegabytes(384)
                        .compilingLittle()
                        .start(),
                folder);
    }

    /// For runs whose processes sign in by password.
    public Brokers brokers() {
        return new Brokers(cluster.bootstrapServers(), 1, List.of(), own);
    }

    /// For runs whose processes show a certificate.
    public Brokers certified() {
        return new Brokers(cluster.certifiedServers(), 1, List.of(), own);
    }

    /// The entries of `kafka.properties` of a client that signs in by password.
    ///
    /// @param user as it stands in the run file
    /// @param password the file that holds it
    public String signingIn(String user, Path password) {
        return "security.protocol: SASL_SSL, sasl.mechanism: " + MECHANISM
                + ", ssl.truststore.type: PEM, ssl.truststore.location: " + trusted()
                + ", sasl.jaas.config: 'org.apache.kafka.common.security.scram.ScramLoginModule required"
                + " username=\"" + user + "\" password=\"${file:" + password + "}\";'";
    }

    public KafkaBroker broker() {
        return cluster.broker(1);
    }

    public Authority authority() {
        return security.authority();
    }

    /// The file of those whom the run's processes trust; the authority's certificate at first.
    public Path trusted() {
        return folder.resolve("trusted.pem");
    }

    /// Gives a client a certificate.
    ///
    /// @return the file with key and certificate
    public Path identity(String name, Issued certificate) throws IOException {
        return Files.writeString(folder.resolve(name + ".pem"), certificate.identity());
    }

    /// Starts the broker anew, which cuts all connections, and has it show clients that sign in another certificate.
    public void show(Issued certificate) {
        security.show(broker(), certificate);
        broker().restart();
    }

    /// Makes a user, or changes its password.
    public void user(String name, String password) {
        alter(new UserScramCredentialUpsertion(
                name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS), password));
    }

    /// Takes a user away. Who has signed in as this one stays so until its connection ends.
    public void withoutUser(String name) {
        alter(new UserScramCredentialDeletion(name, ScramMechanism.SCRAM_SHA_512));
    }

    private void alter(UserScramCredentialAlteration change) {
        asked(admin -> admin.alterUserScramCredentials(List.of(change)).all().get());
    }

    public void allow(Collection<AclBinding> what) {
        asked(admin -> admin.createAcls(what).all().get());
    }

    public void forbid(Collection<AclBinding> what) {
        List<AclBindingFilter> filters = what.stream().map(AclBinding::toFilter).toList();
        asked(admin -> admin.deleteAcls(filters).all().get());
    }

    /// A question to the broker.
    @FunctionalInterface
    private interface Question {
        Object ask(Admin admin) throws ExecutionException, InterruptedException;
    }

    private void asked(Question question) {
        try (Admin admin = own.admin("test")) {
            var _ = question.ask(admin);
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
