package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.shardstream.common.tls.ServerTls;
import io.shardstream.common.tls.TestCertificates;
import io.shardstream.common.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server whose certificate is for `localhost` and 127.0.0.1, asked by one address and another.
@Timeout(600)
class CertificateNameTest {
    private @Nullable HttpsServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void aServerIsBelievedAtTheAddressThatItsCertificateIsFor() throws Exception {
        assertThat(statusAt(start("127.0.0.1"))).isEqualTo(204);
    }

    @Test
    void aServerIsNotBelievedAtAnAddressThatItsCertificateIsNotFor() throws Exception {
        URI address = start("127.0.0.2");

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusAt(address))
                .withMessageContainingAll("source node " + address, "Certificate for <127.0.0.2> doesn't match");
    }

    private URI start(String host) throws IOException {
        TlsFiles files = new TlsFiles(
                TestCertificates.file("server.crt"), TestCertificates.file("server.key"), Optional.empty());
        HttpsServer started = HttpsServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
        started.setHttpsConfigurator(new HttpsConfigurator(
                ServerTls.of(files, InstantSource.system()).context((_, _, _) -> {})));
        started.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        started.start();
        server = started;
        return URI.create("https://" + host + ":" + started.getAddress().getPort());
    }

    private static int statusAt(URI address) throws ElasticException {
        ElasticSettings settings = new ElasticSettings(
                "source", List.of(address), null, TestCertificates.file("ca.crt"), Duration.ofSeconds(60), "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            return cluster.send(Call.get("/")).status();
        }
    }
}
