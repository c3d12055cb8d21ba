package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.bytes.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which of the addresses of the run file is asked, and addresses that nodes publish.
class ElasticClusterTest {
    private static final Call CHANGE = Call.put("/i/_settings", Bytes.utf8("{}"));
    /// Takes a request and breaks off, so that nobody knows whether it was carried out.
    private static final int BREAKS_OFF = 0;

    private final List<HttpServer> servers = new ArrayList<>();
    /// Numbers of the nodes that were asked for something else than their cluster.
    private final List<Integer> asked = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private String nodes = "{}";

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void whatIsSentOnceGoesOnFromAnAddressWhereNobodyListens() throws Exception {
        URI one = node(200);
        URI other = node(200);
        URI nobody = nobody();
        for (List<URI> addresses :
                List.of(List.of(nobody, one, other), List.of(one, nobody, other), List.of(one, other, nobody))) {
            try (ElasticCluster cluster = cluster(addresses)) {
                for (int i = 0; i < 4; i++) {
                    assertThat(cluster.sendOnce(CHANGE).isOk()).isTrue();
                }
            }
        }
        assertThat(asked).hasSize(12);
    }

    @Test
    void whatIsSentOnceMayHaveArrivedWhereTheConnectionBreaks() throws Exception {
        try (ElasticCluster cluster = cluster(List.of(node(BREAKS_OFF), node(200)))) {
            assertThatThrownBy(() -> cluster.sendOnce(CHANGE))
                    .isInstanceOfSatisfying(
                            ElasticException.Unreachable.class,
                            e -> assertThat(e.wasNotSent()).isFalse());
            assertThat(asked).containsExactly(0);
        }
    }

    @Test
    void anAddressThatFailedIsAskedLastForHalfAMinute() throws Exception {
        try (ElasticCluster cluster = cluster(List.of(node(BREAKS_OFF), node(200)))) {
            assertThatThrownBy(() -> cluster.sendOnce(CHANGE)).isInstanceOf(ElasticException.Unreachable.class);
            for (int i = 0; i < 6; i++) {
                nanos.addAndGet(5_000_000_000L);
                assertThat(cluster.sendOnce(CHANGE).isOk()).isTrue();
                assertThat(cluster.send(Call.get("/")).isOk()).isTrue();
            }
            assertThat(asked).hasSize(13).containsOnlyOnce(0);
            nanos.addAndGet(5_000_000_000L);
            assertThat(cluster.send(Call.get("/")).isOk()).isTrue();
            assertThat(cluster.send(Call.get("/")).isOk()).isTrue();
            assertThat(asked.stream().filter(node -> node == 0)).hasSize(2);
        }
    }

    /// So does a proxy whose server is away, and a node that knows no master.
    @Test
    void anAddressThatServesNobodyIsAskedLast() throws Exception {
        try (ElasticCluster cluster = cluster(List.of(node(503), node(200)))) {
            assertThat(cluster.sendOnce(CHANGE).status()).isEqualTo(503);
            assertThat(cluster.sendOnce(CHANGE).isOk()).isTrue();
            assertThat(cluster.sendOnce(CHANGE).isOk()).isTrue();
        }
    }

    @Test
    void whereAllFailTheOneThatFailedLongestAgoIsNext() throws Exception {
        try (ElasticCluster cluster = cluster(List.of(node(503), node(503), node(503)))) {
            for (int i = 0; i < 6; i++) {
                nanos.incrementAndGet();
                assertThat(cluster.sendOnce(CHANGE).status()).isEqualTo(503);
            }
            assertThat(asked).containsExactly(0, 1, 2, 0, 1, 2);
        }
    }

    @Test
    void addressesThatDoNotAnswerAreNamed() throws Exception {
        URI one = node(200);
        URI nobody = nobody();
        URI published = nobody();
        nodes = "{'nodes':{'a':{'name':'node-1','roles':['data'],'http':{'publish_address':'"
                + published.getAuthority() + "'}},'b':{'name':'node-2','roles':['data'],"
                + "'http':{'publish_address':'" + one.getAuthority() + "'}}}}";
        try (ElasticCluster cluster = cluster(List.of(nobody, one))) {
            assertThat(cluster.silentAddresses())
                    .containsExactly(
                            new SilentAddress(nobody.toString(), true, refuses(nobody)),
                            new SilentAddress(published.toString(), false, refuses(published)));
        }
    }

    private static String refuses(URI address) {
        return "source node " + address + " refuses connections: is the port right and the server running?";
    }

    @Test
    void aNodeThatPublishesNoAddressDoesNotKeepTheOthersFromBeingAsked() throws Exception {
        for (String none :
                List.of(":9200", "a b:1", "127.0.0.1:99999", "127.0.0.1:0", "no-port", "user:pw@h:1/x", "/")) {
            URI one = node(200);
            nodes = "{'nodes':{'a':{'name':'node-1','roles':['data'],'http':{'publish_address':'" + none
                    + "'}},'b':{'name':'node-2','roles':['data'],'http':{'publish_address':'" + one.getAuthority()
                    + "'}}}}";
            try (ElasticCluster cluster = cluster(List.of(one))) {
                List<ListedNode> listed = cluster.nodes();
                assertThat(listed).hasSize(2);
                assertThat(listed.get(1).node().send(Call.get("/")).isOk()).isTrue();
                assertThatThrownBy(() -> listed.getFirst().node().send(Call.get("/")))
                        .as(none)
                        .isInstanceOf(ElasticException.Unreachable.class)
                        .hasMessageContaining("that is no address, although the node publishes it")
                        .hasMessageNotContaining("pw");
            }
        }
    }

    @Test
    void aHostMayHaveAnUnderscore() throws Exception {
        try (ElasticCluster cluster = cluster(List.of(URI.create("http://es_node_4:9200"), node(200)))) {
            assertThat(cluster.nodeAtPublishAddress("es_node_1/127.0.0.1:9201").address())
                    .isEqualTo("http://es_node_1:9201");
            assertThat(cluster.nodeAtPublishAddress("es_node_2:9200").address()).isEqualTo("http://es_node_2:9200");
            assertThat(cluster.nodeAtPublishAddress("[::1]:9200").address()).isEqualTo("http://[::1]:9200");
            assertThat(cluster.sendOnce(CHANGE).isOk()).isTrue();
        }
    }

    private ElasticCluster cluster(List<URI> addresses) throws ElasticException {
        return ElasticCluster.of(ElasticSettings.open("source", addresses, Duration.ofSeconds(20), "test"), nanos::get);
    }

    private static URI nobody() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
    }

    /// @param status of its answers
    private URI node(int status) throws IOException {
        int number = servers.size();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            boolean isForCluster = path.equals("/_cluster/state/version");
            if (!isForCluster) {
                asked.add(number);
            }
            if (status != BREAKS_OFF || isForCluster) {
                String answer = path.equals("/_nodes/http") ? nodes : "{'cluster_uuid':'u'}";
                byte[] body = answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(isForCluster ? 200 : status, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }
}
