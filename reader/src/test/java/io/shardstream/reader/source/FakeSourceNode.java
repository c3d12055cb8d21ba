package io.shardstream.reader.source;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;

/// A node on a loopback port that says what a test tells it to, in the words of Elasticsearch 9.5.
final class FakeSourceNode implements AutoCloseable {
    static final String UUID = "uuid-1";
    private static final String ENGINE = ",\"commit\":{\"user_data\":{\"history_uuid\":\"history\"}},"
            + "\"seq_no\":{\"max_seq_no\":9,\"local_checkpoint\":8,\"global_checkpoint\":7}";

    final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    final Deque<String> searches = new ArrayDeque<>();
    /// Answers to those who open a point in time, before it is opened.
    final Deque<String> refusedPits = new ArrayDeque<>();
    List<FakeSourceNode> all = List.of(this);
    String version = "9.5.3";
    String state = "STARTED";
    boolean primary = true;
    boolean open = true;
    int term = 1;
    String settings = "\"index.uuid\":\"uuid-1\"";
    /// Instead of the settings.
    String settingsAnswer = "";
    String uuid = UUID;
    boolean gone;
    String blocks = "";
    String refreshAnswer = "{}";
    String statsAnswer = "";
    String sizes = "{}";

    private final HttpServer server;

    FakeSourceNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String query = String.valueOf(exchange.getRequestURI().getRawQuery());
        requests.add(path + "?" + URLDecoder.decode(query, StandardCharsets.UTF_8) + " " + body);
        String said = answerTo(path);
        byte[] answer = said.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(statusOf(path, said), answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private int statusOf(String path, String answer) {
        if (gone && path.startsWith("/i/")) {
            return 404;
        }
        if (answer.startsWith("{\"error\"")) {
            return answer.contains("\"status\":403") ? 403 : answer.contains("\"status\":400") ? 400 : 500;
        }
        return 200;
    }

    private String answerTo(String path) {
        return switch (path) {
            case "/_nodes/http" -> nodes();
            case "/_nodes/_local/stats/indices/refresh" -> statsAnswer.isEmpty() ? stats() : statsAnswer;
            case "/_nodes/_local/stats/indices/docs,store" -> sizes;
            case "/_cluster/state/metadata,nodes,routing_table/i", "/_cluster/state/blocks,metadata,routing_table/i" ->
                clusterState();
            case "/_cluster/state/blocks,metadata/i" ->
                "{\"cluster_name\":\"c\",\"blocks\":{" + blocks + "},\"metadata\":{\"indices\":{}}}";
            case "/i/_settings" ->
                gone
                        ? "{\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"no such index [i]\"}}"
                        : settingsAnswer.isEmpty() ? "{\"i\":{\"settings\":{" + settings + "}}}" : settingsAnswer;
            case "/i/_refresh" -> refreshAnswer;
            case "/i/_pit" -> refusedPits.isEmpty() ? "{\"id\":\"pit-1\"}" : refusedPits.remove();
            case "/i/_search", "/_search" -> searches.remove();
            default -> "{}";
        };
    }

    private String nodes() {
        List<String> nodes = new ArrayList<>();
        for (FakeSourceNode node : all) {
            nodes.add("\"n" + nodes.size() + "\":{\"version\":\"" + node.version + "\",\"http\":{\"publish_address\":\""
                    + node.address() + "\"}}");
        }
        return "{\"nodes\":{" + String.join(",", nodes) + "}}";
    }

    private String stats() {
        return """
                {"nodes":{"me":{"indices":{"shards":{"i":[{"0":{"routing":{"state":"STARTED","primary":true}}},
                {"1":{"routing":{"state":"%s","primary":%s},"refresh":{"external_total":4}
                %s}}]}}}}}""".formatted(state, primary, open ? ENGINE : "");
    }

    private String clusterState() {
        return """
                {"cluster_name":"c","nodes":{"me":{"ephemeral_id":"process-1"}},
                "metadata":{"indices":{"i":{"settings":{"index":{"uuid":"%s"}},"mapping_version":3,"primary_terms":{"0":9,"1":%d}}}},
                "routing_table":{"indices":{"i":{"shards":{"1":[
                {"primary":false,"node":"other","allocation_id":{"id":"b"}},
                {"primary":true,"node":"me","allocation_id":{"id":"a"}}]}}}}}""".formatted(uuid, term);
    }
}
