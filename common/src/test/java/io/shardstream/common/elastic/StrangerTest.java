package io.shardstream.common.elastic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.tls.ClientTlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Case C-53.
class StrangerTest {
    private final SameCluster same = new SameCluster("source", () -> 2, () -> {}, () -> 0);
    private int asked;

    @ParameterizedTest
    @CsvSource({"401, ''", "403, ''", "200, one"})
    void aNodeThatBehavesAsOneOfTheClusterIsToldWhoWeAre(int status, String uuid) throws Exception {
        same.of("http://a:9200", true).require(node(200, "one"));
        Stranger stranger = at("10.0.0.3");
        stranger.introduce(node(status, uuid));
        stranger.introduce(node(500, ""));
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void whoHasTheAddressOfOneThatWasToldLaterOnIsNotTold() throws Exception {
        same.of("http://a:9200", true).require(node(200, "one"));
        Stranger stranger = at("10.0.0.3");
        stranger.introduce(node(200, "one"));
        stranger.forget();
        assertThatThrownBy(() -> stranger.introduce(node(200, "")))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessageContaining("credentials are not sent there");
    }

    @ParameterizedTest
    @CsvSource({"404, ''", "200, ''", "301, ''"})
    void whoDoesNotIsNotTold(int status, String uuid) throws Exception {
        same.of("http://a:9200", true).require(node(200, "one"));
        assertThatThrownBy(() -> at("10.0.0.3").introduce(node(status, uuid)))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessageStartingWith("The source has a node at http://10.0.0.3:9200 whose host is not among"
                        + " source.nodes, and credentials are not sent there over http, as ")
                .hasMessageEndingWith(": name it there if it is yours, or use https");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void aNodeThatIsBusyOrStartingIsNoStrangerForThat(int status) throws Exception {
        same.of("http://a:9200", true).require(node(200, "one"));
        assertThatThrownBy(() -> at("10.0.0.3").introduce(node(status, "")))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessageStartingWith("source node http://10.0.0.3:9200 does not say yet which cluster it is of: ");
    }

    @Test
    void aNodeOfAnotherClusterIsNotTold() throws Exception {
        same.of("http://a:9200", true).require(node(200, "one"));
        assertThatThrownBy(() -> at("10.0.0.3").introduce(node(200, "two")))
                .isInstanceOf(ElasticException.OtherCluster.class);
    }

    /// That one says the same as another which does not tell either proves nothing.
    @Test
    void whereTheNamedOnesDoNotTellNobodyIsBelieved() {
        assertThatThrownBy(() -> at("10.0.0.3").introduce(node(200, "one")))
                .isInstanceOf(ElasticException.Unreachable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "198.20.0.1", "100.128.0.1", "2001:db8::1", "192.169.0.1"})
    void anAddressOfTheInternetIsNotAskedAtAll(String place) {
        assertThatThrownBy(() -> at(place).introduce(node(401, "")))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessageContaining("it publishes an address of the internet");
        assertThat(asked).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.2",
                "10.1.2.3",
                "172.31.0.1",
                "192.168.0.1",
                "100.64.0.1",
                "169.254.1.1",
                "fd00::1",
                "fe80::1",
                "::1"
            })
    void oneOfAPrivateNetworkIs(String place) throws Exception {
        at(place).introduce(node(401, ""));
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void aHostThatNobodyKnowsIsNotAsked() {
        Stranger stranger = new Stranger("source", "http://x:9200", "x", same.of("http://x:9200", false), host -> {
            throw new UnknownHostException(host);
        });
        assertThatThrownBy(() -> stranger.introduce(node(401, "")))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessage("source node http://x:9200 cannot be asked: nobody knows the address of its host");
    }

    @ParameterizedTest
    @CsvSource({"404, 1", "401, 3"})
    void credentialsAreSentOnlyToWhoeverWasIntroduced(int status, int questions) throws Exception {
        List<String> shown = new CopyOnWriteArrayList<>();
        HttpServer stranger = server(exchange -> {
            shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            answer(exchange, status, "{}");
        });
        HttpServer named = server(exchange -> answer(
                exchange,
                200,
                exchange.getRequestURI().getPath().equals("/_nodes/http")
                        ? "{'nodes':{'a':{'name':'a','roles':['data'],'http':{'publish_address':'127.0.0.1:"
                                + stranger.getAddress().getPort() + "'}}}}"
                        : "{'cluster_uuid':'one'}"));
        URI address = URI.create("http://localhost:" + named.getAddress().getPort());
        try (ElasticCluster cluster = ElasticCluster.of(withCredentials(address))) {
            assertThat(cluster.unnamedAddresses())
                    .containsExactly("http://127.0.0.1:" + stranger.getAddress().getPort());
            ElasticNode node = cluster.dataNodesByName().values().iterator().next();
            if (status == 404) {
                assertThatThrownBy(() -> node.send(Call.get("/")))
                        .hasMessageContaining("credentials are not sent there");
            } else {
                assertThat(node.send(Call.get("/")).status()).isEqualTo(status);
            }
        } finally {
            named.stop(0);
            stranger.stop(0);
        }
        assertThat(shown).hasSize(questions).first().isEqualTo("null");
        assertThat(shown.subList(1, questions)).allMatch("Basic s3cr3t"::equals);
    }

    /// As the pod of another cluster that is given the address of one of ours.
    @Test
    void whoHasTheAddressOfANodeThatDidNotAnswerIsNotToldForWhatThatOneWas() throws Exception {
        List<String> shown = new CopyOnWriteArrayList<>();
        AtomicReference<String> cluster = new AtomicReference<>("one");
        HttpServer stranger = server(exchange -> {
            shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            if (cluster.get().isEmpty()) {
                exchange.close();
            } else {
                answer(exchange, 200, "{'cluster_uuid':'" + cluster.get() + "'}");
            }
        });
        HttpServer named = server(exchange -> answer(exchange, 200, "{'cluster_uuid':'one'}"));
        URI address = URI.create("http://localhost:" + named.getAddress().getPort());
        try (ElasticCluster known = ElasticCluster.of(withCredentials(address))) {
            ElasticNode node = known.nodeAtPublishAddress(
                    "127.0.0.1:" + stranger.getAddress().getPort());
            assertThat(node.send(Call.get("/")).isOk()).isTrue();
            cluster.set("");
            assertThatThrownBy(() -> node.send(Call.get("/"))).isInstanceOf(ElasticException.Unreachable.class);
            cluster.set("two");
            shown.clear();

            assertThatThrownBy(() -> node.send(Call.get("/")))
                    .isInstanceOf(ElasticException.Unreachable.class)
                    .hasMessageContaining("a node of another cluster (two) answers there");
            assertThat(shown).containsExactly("null");
        } finally {
            named.stop(0);
            stranger.stop(0);
        }
    }

    private static ElasticSettings withCredentials(URI address) {
        return new ElasticSettings(
                "source",
                List.of(address),
                () -> Optional.of("Basic s3cr3t"),
                ClientTlsSettings.USUAL,
                Duration.ofSeconds(60),
                "test");
    }

    private static HttpServer server(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.replace('\'', '"').getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Stranger at(String place) {
        String address = "http://" + place + ":9200";
        return new Stranger("source", address, place, same.of(address, false), InetAddress::getAllByName);
    }

    private Asked node(int status, String uuid) {
        return call -> {
            asked++;
            return new Reply("http://n", call, status, Bytes.utf8("{\"cluster_uuid\":\"" + uuid + "\"}"));
        };
    }
}
