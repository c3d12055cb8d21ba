package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The directory against HTTP servers that stand for nodes: each answers with its own name, and with all of them when
/// it is asked for nodes.
@Timeout(600)
class NodeDirectoryTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final List<Node> nodes = new ArrayList<>();
    /// The cluster of each node by its name, where it is another than that of all others.
    private final Map<String, String> clusters = new ConcurrentHashMap<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final CountDownLatch looking = new CountDownLatch(2);
    private volatile CountDownLatch whileLooking = new CountDownLatch(0);
    private int looksAreRefusedWith;
    private long now;
    private ElasticCluster target;
    private NodeDirectory directory;

    /// @param roles as `_nodes` tells them
    private record Node(String name, String roles, HttpServer server) {
        String address() {
            return "127.0.0.1:" + server.getAddress().getPort();
        }

        String described() {
            return """
                    "id-%s":{"name":"%s","roles":[%s],"http":{"publish_address":"%s"}}""".formatted(name, name, roles, address());
        }
    }

    @BeforeEach
    void start() throws IOException, ElasticException {
        Node master = node("master", "\"master\"");
        node("n1", "\"data\",\"ingest\"");
        node("n2", "\"data_content\",\"data_hot\"");
        target = ElasticCluster.of(ElasticSettings.open(
                "target", List.of(URI.create("http://" + master.address())), Duration.ofSeconds(30), "run"));
        directory = new NodeDirectory(target, () -> now);
    }

    @AfterEach
    void stop() {
        target.close();
        nodes.forEach(node -> node.server().stop(0));
    }

    @Test
    void aNodeIsAskedDirectly() throws ElasticException {
        assertThat(answers("n2", 3)).containsExactly("n2", "n2", "n2");
        assertThat(looks).hasValue(1);
    }

    @Test
    void whoWantsNoNodeInParticularAsksTheAddressesOfTheSettings() throws ElasticException {
        assertThat(answers("", 2)).containsExactly("master", "master");
        assertThat(looks).hasValue(0);
    }

    @Test
    void whileANodeIsAwayOtherDataNodesAreAskedInItsPlace() throws ElasticException {
        assertThat(answers("n2", 1)).containsExactly("n2");
        stop("n2");
        now += 10 * SECOND;
        assertThatThrownBy(() -> answers("n2", 1)).isInstanceOf(ElasticException.Unreachable.class);
        assertThat(answers("gone", 1)).as("looked up again").containsExactly("n1");
        now += 4 * SECOND;
        assertThat(answers("n2", 3)).containsExactly("n1", "n1", "n1");
        assertThat(directory.send("n2", Call.get("/_name")).isStandIn()).isTrue();
        assertThat(directory.send("n1", Call.get("/_name")).isStandIn()).isFalse();
    }

    @Test
    void anotherNodeIsNotOneThatIsAwayToo() throws ElasticException {
        assertThat(answers("n1", 1)).containsExactly("n1");
        stop("n1");
        stop("n2");
        now += 10 * SECOND;
        assertThatThrownBy(() -> answers("n1", 1)).isInstanceOf(ElasticException.Unreachable.class);
        assertThatThrownBy(() -> answers("n2", 1)).isInstanceOf(ElasticException.Unreachable.class);
        assertThat(answers("n2", 1)).containsExactly("master");
    }

    @Test
    void aNodeThatCameBackAtAnotherAddressIsLookedUpAgain() throws Exception {
        assertThat(answers("n2", 1)).containsExactly("n2");
        stop("n2");
        assertThatThrownBy(() -> answers("n2", 1)).isInstanceOf(ElasticException.Unreachable.class);
        nodes.removeIf(node -> node.name().equals("n2"));
        node("n2", "\"data\"");
        now += 5 * SECOND;
        assertThat(answers("n2", 1)).containsExactly("n2");
        assertThat(looks).hasValue(2);
    }

    /// A pod that was started again has another address, and the former one is given to somebody else.
    @Test
    void aNodeWhoseAddressAnswersAsNoneOfTheTargetIsLookedUpAgain() throws Exception {
        NodeDirectory.Answered first = directory.send("n2", Call.get("/_name"));
        nodes.removeIf(node -> node.name().equals("n2"));
        node("n2", "\"data\"");
        assertThat(addressOf("n2")).isEqualTo(first.reply().node());

        directory.doubt(first.reply());
        assertThat(answers("n2", 2)).containsExactly("n1", "n1");
        now += 5 * SECOND;
        assertThat(answers("n2", 1)).containsExactly("n2");
        assertThat(addressOf("n2")).isNotEqualTo(first.reply().node());
        assertThat(looks).hasValue(2);
        // An answer that was under way from there says nothing of the new one.
        directory.doubt(first.reply());
        assertThat(answers("n2", 1)).containsExactly("n2");
    }

    @Test
    void aDoubtedAddressThatIsOfAnotherClusterByNowIsAsIfNobodyAnsweredThere() throws Exception {
        assertThat(answers("n1", 1)).containsExactly("n1");
        NodeDirectory.Answered first = directory.send("n2", Call.get("/_name"));
        clusters.put("n2", "another");
        directory.doubt(first.reply());
        now += 5 * SECOND;
        assertThatThrownBy(() -> answers("n2", 1))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessageContaining("a node of another cluster (another) answers there");
        assertThat(answers("n2", 2)).containsExactly("n1", "n1");
    }

    @Test
    void anAddressThatWasNeverOneOfTheTargetsStopsWhoeverAsksThere() {
        clusters.put("n2", "another");
        assertThatThrownBy(() -> answers("n2", 1)).isInstanceOf(ElasticException.OtherCluster.class);
    }

    private String addressOf(String name) throws ElasticException {
        return directory.send(name, Call.get("/_name")).reply().node();
    }

    @Test
    void whileOneLooksForANodeTheOthersSendToOtherNodes() throws Exception {
        assertThat(answers("n2", 1)).containsExactly("n2");
        stop("n2");
        assertThatThrownBy(() -> answers("n2", 1)).isInstanceOf(ElasticException.Unreachable.class);
        now += 5 * SECOND;
        CountDownLatch others = new CountDownLatch(1);
        whileLooking = others;
        List<NodeDirectory.Answered> answered = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<String>> first = threads.submit(() -> answers("n2", 1));
            looking.await();
            for (int bulk = 0; bulk < 20; bulk++) {
                answered.add(threads.submit(() -> directory.send("n2", Call.get("/_name")))
                        .get(1, TimeUnit.MINUTES));
            }
            others.countDown();
            assertThatThrownBy(first::get)
                    .as("the cluster still names it")
                    .hasCauseInstanceOf(ElasticException.Unreachable.class);
        } finally {
            others.countDown();
        }
        assertThat(looks).as("at the start, and once again").hasValue(2);
        assertThat(answered).allSatisfy(one -> {
            assertThat(one.reply().body().utf8()).isEqualTo("n1");
            assertThat(one.isStandIn()).isTrue();
        });
    }

    @Test
    void aNameThatNobodyHasIsLookedUpEveryFiveSecondsAtMost() throws ElasticException {
        assertThat(answers("gone", 10)).doesNotContain("gone", "master");
        assertThat(looks).hasValue(1);
        now += 5 * SECOND;
        assertThat(answers("gone", 10)).doesNotContain("gone", "master");
        assertThat(looks).hasValue(2);
    }

    @Test
    void whoMayNotAskForNodesAsksTheAddressesOfTheSettings() throws ElasticException {
        looksAreRefusedWith = 403;
        assertThat(answers("n1", 2)).containsExactly("master", "master");
        assertThat(looks).hasValue(1);
        // Nobody else will ever answer for it.
        assertThat(directory.send("n1", Call.get("/_name")).isStandIn()).isFalse();
    }

    private List<String> answers(String name, int times) throws ElasticException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(directory.send(name, Call.get("/_name")).reply().body().utf8());
        }
        return answers;
    }

    private Node node(String name, String roles) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Node node = new Node(name, roles, server);
        server.createContext("/_name", exchange -> answer(exchange, 200, name));
        server.createContext("/_nodes/http", this::tellNodes);
        server.createContext(
                "/",
                exchange -> answer(
                        exchange, 200, "{\"cluster_uuid\":\"" + clusters.getOrDefault(name, "the target's") + "\"}"));
        server.start();
        nodes.add(node);
        return node;
    }

    /// The others still name it, as a cluster does for a while.
    private void stop(String name) {
        nodes.stream()
                .filter(node -> node.name().equals(name))
                .forEach(node -> node.server().stop(0));
    }

    private void tellNodes(HttpExchange exchange) throws IOException {
        looks.incrementAndGet();
        looking.countDown();
        await(whileLooking);
        if (looksAreRefusedWith != 0) {
            answer(exchange, looksAreRefusedWith, "{}");
            return;
        }
        answer(
                exchange,
                200,
                nodes.stream().map(Node::described).collect(Collectors.joining(",", "{\"nodes\":{", "}}")));
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
