package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
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
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two nodes that answer with their own state, of which one was cut off from the master and from the other.
class ElectedPrimaryTest {
    private static final String NO_MASTER = "\"2\":{\"description\":\"no master\"}";

    private final List<Node> nodes = new ArrayList<>();
    private final Node cutOff = new Node("old", 1);
    private final Node other = new Node("new", 2);
    private String version = "9.5.3";

    @AfterEach
    void stop() {
        nodes.forEach(node -> node.server.stop(0));
    }

    @Test
    void aNodeThatHasLostItsMasterDoesNotConfirmItself() throws Exception {
        version = "8.19.21";
        cutOff.blocks = NO_MASTER;

        try (ElasticCluster cluster = clusterOf(cutOff)) {
            IndexShards shards = shards(cluster);
            assertThatThrownBy(() -> shards.elected(0))
                    .isInstanceOf(ElasticException.Malformed.class)
                    .hasMessage("The source does not know its whole state yet: it is starting, or has no master");
        }
    }

    @Test
    void norDoesOneThatHasNotNoticedYetThatItsMasterIsGone() throws Exception {
        cutOff.hearsOfMaster = false;

        try (ElasticCluster cluster = clusterOf(cutOff)) {
            IndexShards shards = shards(cluster);
            assertThat(shards.numbers(0).identity().allocationId()).isEqualTo("old");
            assertThatThrownBy(() -> shards.elected(0)).isInstanceOf(ElasticException.Refused.class);
        }
    }

    @Test
    void whoHearsOfTheMasterIsAskedInItsPlace() throws Exception {
        cutOff.hearsOfMaster = false;
        cutOff.listed = List.of(cutOff, other);

        try (ElasticCluster cluster = clusterOf(cutOff)) {
            IndexShards shards = shards(cluster);
            assertThat(shards.numbers(0).identity().allocationId()).isEqualTo("new");
            for (int i = 0; i < 4; i++) {
                assertThat(shards.elected(0)).isEqualTo(new ElectedPrimary(2, "new", false));
            }
        }
    }

    @Test
    void aNodeIsNotElectedByAStateWithoutMaster() throws Exception {
        cutOff.blocks = NO_MASTER;

        try (ElasticCluster cluster = clusterOf(cutOff)) {
            HttpShardCopy copy = shards(cluster).locate(0);
            assertThatThrownBy(copy::isElected).isInstanceOf(ElasticException.Malformed.class);
            cutOff.blocks = "";
            assertThat(copy.isElected()).isTrue();
        }
    }

    private static IndexShards shards(ElasticCluster cluster) {
        return new IndexShards(cluster, "source", "i", "u");
    }

    private static ElasticCluster clusterOf(Node node) throws ElasticException {
        return ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + node.address())), Duration.ofSeconds(20), "test"));
    }

    /// One that says of itself that it holds the primary.
    private final class Node {
        private final HttpServer server;
        private final String allocation;
        private final long term;
        private volatile List<Node> listed = List.of(this);
        private volatile String blocks = "";
        private volatile boolean hearsOfMaster = true;

        Node(String allocation, long term) {
            this.allocation = allocation;
            this.term = term;
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            nodes.add(this);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", exchange -> {
                String path = exchange.getRequestURI().getPath();
                byte[] body = answerTo(path).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(
                        path.equals("/_cluster/health") && !hearsOfMaster ? 503 : 200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
        }

        String address() {
            return "127.0.0.1:" + server.getAddress().getPort();
        }

        private String answerTo(String path) {
            return switch (path) {
                case "/_nodes/http" -> {
                    List<String> each = listed.stream()
                            .map(node ->
                                    "\"%s\":{\"name\":\"%s\",\"version\":\"%s\",\"http\":{\"publish_address\":\"%s\"}}"
                                            .formatted(node.allocation, node.allocation, version, node.address()))
                            .toList();
                    yield "{\"nodes\":{" + String.join(",", each) + "}}";
                }
                case "/_nodes/_local/stats/indices/refresh" -> """
                    {"nodes":{"%s":{"name":"%s","indices":{"shards":{"i":[{"0":{
                      "routing":{"state":"STARTED","primary":true},"seq_no":{"global_checkpoint":7,"max_seq_no":7},
                      "commit":{"user_data":{"history_uuid":"h"}},"refresh":{"external_total":5}}}]}}}}}""".formatted(allocation, allocation);
                case "/_cluster/health" -> "{\"timed_out\":false}";
                case "/_cluster/state/metadata,nodes,routing_table/i",
                        "/_cluster/state/blocks,metadata,routing_table/i" ->
                    """
                    {"cluster_name":"c","blocks":{"global":{%s}},
                     "metadata":{"indices":{"i":{"primary_terms":{"0":%d},"settings":{"index":{"uuid":"u"}}}}},
                     "routing_table":{"indices":{"i":{"shards":{"0":[
                       {"primary":true,"state":"STARTED","node":"%s","allocation_id":{"id":"%s"}}]}}}}}""".formatted(blocks, term, allocation, allocation);
                case "/i/_settings" -> "{\"i\":{\"settings\":{\"index.uuid\":\"u\"}}}";
                default -> "{\"cluster_uuid\":\"c\"}";
            };
        }
    }
}
