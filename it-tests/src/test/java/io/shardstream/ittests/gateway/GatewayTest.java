package io.shardstream.ittests.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.Credentials;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.tls.CertificateVerification;
import io.shardstream.common.tls.ClientTlsSettings;
import io.shardstream.common.tls.Trust;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the gateway says when a server answers, refuses, says nothing, or is not there.
@RealServers
class GatewayTest {
    private static @Nullable SearchCluster servers;

    @BeforeAll
    static void start() {
        servers = SearchCluster.of(SearchServerVersion.standard())
                .compilingLittle()
                .start();
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    @Test
    void answersWithStatusAndBytes() throws ElasticException {
        try (ElasticCluster cluster = clusterAt(url())) {
            Bytes document = Bytes.utf8("{\"a\": 1.000000000000000005}");
            assertThat(cluster.send(Call.put("/answers/_doc/1", document)).status())
                    .isEqualTo(201);
            Reply source = cluster.send(Call.get("/answers/_source/1"));
            assertThat(source.orThrow().body()).isEqualTo(document);
        }
    }

    @Test
    void aRefusalIsOneSentenceWithTheServersReason() throws ElasticException {
        try (ElasticCluster cluster = clusterAt(url())) {
            Reply reply = cluster.send(Call.get("/nowhere/_settings"));
            assertThatThrownBy(reply::orThrow)
                    .isInstanceOf(ElasticException.Refused.class)
                    .hasMessage(
                            "%s answered GET /nowhere/_settings with 404 index_not_found_exception: no such index"
                                    + " [nowhere]",
                            url());
        }
    }

    @Test
    void findsTheNodesByTheirPublishAddress() throws ElasticException {
        try (ElasticCluster cluster = clusterAt(url())) {
            assertThat(cluster.nodes())
                    .extracting(listed -> listed.node().address())
                    .containsExactly(url().toString());
        }
    }

    @Test
    void cutsOffAnAnswerThatIsTooLong() throws ElasticException {
        try (ElasticCluster cluster = clusterAt(url())) {
            Call call = Call.get("/_nodes").withMaxResponse(1000);
            assertThatThrownBy(() -> cluster.send(call))
                    .isInstanceOf(ElasticException.TooLarge.class)
                    .hasMessageContaining("answered GET /_nodes with more than 1000 bytes");
            assertThat(cluster.send(Call.get("/_cluster/health")).isOk())
                    .as("usable afterwards")
                    .isTrue();
        }
    }

    @Test
    void triesTheNextAddressWhenOneIsAway() throws Exception {
        try (ElasticCluster cluster = clusterAt(unusedPort(), url())) {
            for (int i = 0; i < 4; i++) {
                assertThat(cluster.send(Call.get("/_cluster/health")).isOk()).isTrue();
            }
        }
    }

    @Test
    void saysThatNobodyListens() throws Exception {
        URI nowhere = unusedPort();
        try (ElasticCluster cluster = clusterAt(nowhere)) {
            assertThatThrownBy(() -> cluster.send(Call.get("/_cluster/health")))
                    .isInstanceOf(ElasticException.Unreachable.class)
                    .hasMessage(
                            "source node %s refuses connections: is the port right and the server running?", nowhere);
        }
    }

    @Test
    void saysThatTheServerDoesNotSpeakTls() throws ElasticException {
        URI https = URI.create(url().toString().replace("http:", "https:"));
        try (ElasticCluster cluster = clusterAt(https)) {
            assertThatThrownBy(() -> cluster.send(Call.get("/_cluster/health")))
                    .isInstanceOf(ElasticException.Unreachable.class)
                    .hasMessage(
                            "source node %s does not speak TLS there: is the address http rather than https?", https);
        }
    }

    @Test
    void saysThatTheServerDoesNotSpeakHttp() throws Exception {
        try (ServerSocket other = answering("220 mail ready\r\n");
                ElasticCluster cluster = clusterAt(addressOf(other))) {
            assertThatThrownBy(() -> cluster.send(Call.get("/_cluster/health")))
                    .isInstanceOf(ElasticException.Unreachable.class)
                    .hasMessageContaining("does not speak HTTP there");
        }
    }

    @Test
    void givesUpOnAServerThatSaysNothing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                ElasticCluster cluster = clusterAt(Duration.ofSeconds(2), addressOf(silent))) {
            assertThatThrownBy(() -> cluster.send(Call.get("/_cluster/health")))
                    .isInstanceOf(ElasticException.Unreachable.class)
                    .hasMessageEndingWith("did not answer GET /_cluster/health within source.request-timeout (2s)");
        }
    }

    @Test
    void repeatsNothingByItself() throws Exception {
        try (ServerSocket busy = answering("""
                        HTTP/1.1 503 Service Unavailable\r
                        Content-Length: 0\r
                        Connection: close\r
                        Retry-After: 0\r
                        \r
                        """);
                ElasticCluster cluster = clusterAt(addressOf(busy))) {
            assertThat(cluster.send(Call.get("/_cluster/health")).status()).isEqualTo(503);
            busy.setSoTimeout(1);
            assertThatThrownBy(busy::accept).as("a second connection").isInstanceOf(IOException.class);
        }
    }

    @Test
    void aCaFileWithoutCertificatesIsNamed(@TempDir Path folder) throws IOException {
        Path ca = Files.writeString(folder.resolve("ca.pem"), "no certificate\n");
        ElasticSettings settings = new ElasticSettings(
                "source",
                List.of(URI.create("https://localhost")),
                Credentials.NONE,
                new ClientTlsSettings(new Trust.Authorities(ca), CertificateVerification.FULL, Optional.empty()),
                Duration.ofSeconds(5),
                "gateway-test");
        assertThatThrownBy(() -> ElasticCluster.of(settings))
                .hasMessageStartingWith("TLS cannot be spoken with the source: No certificate is in " + ca);
    }

    private static URI url() {
        return Objects.requireNonNull(servers).url();
    }

    private static ElasticCluster clusterAt(URI... nodes) throws ElasticException {
        return clusterAt(TestPatience.LIMIT, nodes);
    }

    /// @param timeout of each request
    private static ElasticCluster clusterAt(Duration timeout, URI... nodes) throws ElasticException {
        return ElasticCluster.of(ElasticSettings.open("source", Arrays.asList(nodes), timeout, "gateway-test"));
    }

    /// A server that gives this answer to its first connection, and takes no second one.
    private static ServerSocket answering(String answer) throws IOException {
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                int _ = socket.getInputStream().read();
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // The client sees the same.
            }
        });
        return server;
    }

    private static URI unusedPort() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return addressOf(server);
        }
    }

    private static URI addressOf(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }
}
