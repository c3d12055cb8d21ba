package io.shardstream.ittests.path;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A node on a loopback port that has one document, and is told when it gets it.
final class PathNode implements AutoCloseable {
    static final String NAME = "me";
    private static final String SEARCH = """
        {"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},\
        "hits":{"total":{"value":1,"relation":"eq"},"max_score":0.0,"hits":[{"_index":"i","_id":"%1$s",\
        "_score":0.0,"_seq_no":0,"_primary_term":1,"_source":{"text":"%1$s"}}]}}\
        """.formatted(PathRecorder.MARK);

    private final AtomicLong refreshes = new AtomicLong();
    private final HttpServer server;
    private final Runnable arrived;

    /// @param arrived called when a bulk brings the document
    PathNode(Runnable arrived) throws IOException {
        this.arrived = arrived;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://" + host());
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (path.endsWith("/_bulk") && body.contains(PathRecorder.MARK)) {
            arrived.run();
        }
        byte[] answer = answerTo(path).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(path.endsWith("/_bulk") && body.isBlank() ? 400 : 200, answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private String answerTo(String path) {
        return switch (path) {
            case "/_nodes/http" ->
                "{\"nodes\":{\"me\":{\"name\":\"me\",\"roles\":[\"data\"],\"version\":\"9.5.3\",\"http\":{\"publish_address\":\""
                        + host() + "\"}}}}";
            case "/_nodes/_local/stats/indices/refresh" -> """
                {"nodes":{"me":{"name":"me","indices":{"shards":{"i":[{"0":{"routing":{"state":"STARTED",\
                "primary":true},"refresh":{"external_total":%d},"commit":{"user_data":{"history_uuid":"history"}},\
                "seq_no":{"max_seq_no":0,"local_checkpoint":0,"global_checkpoint":0}}}]}}}}}\
                """.formatted(refreshes.incrementAndGet());
            case "/_cluster/state/metadata,nodes,routing_table/i", "/_cluster/state/blocks,metadata,routing_table/i" ->
                """
                {"cluster_name":"c","nodes":{"me":{"name":"me","ephemeral_id":"process-1"}},\
                "metadata":{"indices":{"i":{"settings":{"index":{"uuid":"uuid-1"}},"mapping_version":3,\
                "primary_terms":{"0":1}}}},"routing_table":{"indices":{"i":{"shards":{"0":[\
                {"primary":true,"node":"me","allocation_id":{"id":"a"}}]}}}}}\
                """;
            case "/i/_settings" -> "{\"i\":{\"settings\":{\"index.uuid\":\"uuid-1\"}}}";
            case "/i/_search" -> SEARCH;
            case "/alias/_bulk" ->
                "{\"error\":{\"type\":\"action_request_validation_exception\",\"reason\":\"Validation Failed: 1: no"
                        + " requests added;\"}}";
            default -> "{}";
        };
    }
}
