package io.shardstream.control.run.cutover;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.WriteBlock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A cluster in memory as its nodes serve it by HTTP, as far as write blocks and their names go.
public final class ServedCluster implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NOT_FOUND = "{\"error\":{\"type\":\"%s\",\"reason\":\"gone\"},\"status\":404}";

    private final List<HttpServer> servers = new ArrayList<>();
    private volatile MemoryCluster memory = new MemoryCluster();

    private record Answer(int status, String body) {
        static Answer of(ObjectNode body) {
            return new Answer(200, body.toString());
        }
    }

    /// From now on all nodes serve this one, one request at a time.
    public void serve(MemoryCluster cluster) {
        memory = cluster;
    }

    /// Starts a node.
    public URI node() throws IOException {
        return start(exchange -> {
            Answer answer;
            synchronized (this) {
                answer = answerOf(exchange);
            }
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    /// Starts a node that takes requests, carries none out and breaks off.
    public URI breakingNode() throws IOException {
        return start(exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.close();
        });
    }

    /// An address where nobody listens.
    public static URI nobody() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
    }

    private URI start(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private Answer answerOf(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String[] path = exchange.getRequestURI().getPath().substring(1).split("/", -1);
        try {
            return switch (exchange.getRequestMethod() + " " + path[path.length - 1]) {
                case "GET version" -> new Answer(200, "{\"cluster_uuid\":\"c\"}");
                case "GET _alias" -> aliases(path[0]);
                case "POST _aliases" -> change(JSON.readTree(body).path("actions"));
                case "PUT write" -> block(path[0]);
                case "PUT _settings" -> unblock(path[0]);
                default -> state(path[path.length - 1]);
            };
        } catch (ElasticException e) {
            return new Answer(500, "{}");
        }
    }

    private Answer aliases(String index) throws ElasticException {
        ObjectNode answer = JSON.createObjectNode();
        ObjectNode aliases = answer.putObject(index).putObject("aliases");
        memory.aliases(index).forEach(alias -> aliases.set(alias.name(), JSON.readTree(alias.properties())));
        return Answer.of(answer);
    }

    private Answer change(JsonNode actions) throws ElasticException {
        List<AliasChange> changes = new ArrayList<>();
        for (JsonNode action : actions) {
            JsonNode add = action.path("add");
            JsonNode remove = action.path("remove");
            changes.add(
                    add.isObject()
                            ? new AliasChange.Add(text(add, "index"), Alias.plain(text(add, "alias")))
                            : new AliasChange.Remove(text(remove, "index"), text(remove, "alias")));
        }
        return memory.change(changes)
                ? new Answer(200, "{\"acknowledged\":true}")
                : new Answer(404, NOT_FOUND.formatted("aliases_not_found_exception"));
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asString("");
    }

    private Answer block(String name) throws ElasticException {
        List<FoundIndex> found = memory.find(name);
        if (found.isEmpty()) {
            return new Answer(404, NOT_FOUND.formatted("index_not_found_exception"));
        }
        String index = found.getFirst().name();
        boolean isBlocked = memory.block(index, name);
        ObjectNode answer = JSON.createObjectNode().put("acknowledged", true).put("shards_acknowledged", isBlocked);
        answer.putArray("indices").addObject().put("name", index).put("blocked", isBlocked);
        return Answer.of(answer);
    }

    private Answer unblock(String name) throws ElasticException {
        List<FoundIndex> found = memory.find(name);
        return !found.isEmpty() && memory.unblock(found.getFirst().name(), name)
                ? new Answer(200, "{\"acknowledged\":true}")
                : new Answer(404, NOT_FOUND.formatted("index_not_found_exception"));
    }

    private Answer state(String name) throws ElasticException {
        ObjectNode answer = JSON.createObjectNode().put("cluster_name", "memory");
        ObjectNode blocks = answer.putObject("blocks").putObject("indices");
        ObjectNode metadata = answer.putObject("metadata").putObject("indices");
        ObjectNode routing = answer.putObject("routing_table").putObject("indices");
        for (FoundIndex found : memory.find(name)) {
            WriteBlock block = memory.writeBlock(found.name());
            if (block.isThere()) {
                ObjectNode write = blocks.putObject(found.name()).putObject("8");
                write.putArray("levels").add("write");
                if (block == WriteBlock.UNCONFIRMED) {
                    write.put("uuid", "u");
                }
            }
            ObjectNode index = metadata.putObject(found.name()).put("state", "open");
            ArrayNode aliases = index.putArray("aliases");
            found.aliases().forEach(aliases::add);
            index.putObject("settings").putObject("index").put("uuid", found.uuid());
            ObjectNode shards = routing.putObject(found.name()).putObject("shards");
            for (int shard = 0; shard < found.shards(); shard++) {
                shards.putArray(String.valueOf(shard))
                        .addObject()
                        .put("primary", true)
                        .put("state", "STARTED");
            }
        }
        return Answer.of(answer);
    }

    @Override
    public void close() {
        servers.forEach(server -> server.stop(0));
    }
}
