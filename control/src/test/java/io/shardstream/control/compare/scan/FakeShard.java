package io.shardstream.control.compare.scan;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A node on a loopback port that holds the primary of the only shard of index `i`, and searches it as
/// Elasticsearch 9.5 does where this package asks.
final class FakeShard implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// @param routing empty for none
    private record Document(String id, String routing, long seqNo, String body) {}

    /// Bodies of the searches so far.
    final List<JsonNode> searches = Collections.synchronizedList(new ArrayList<>());
    /// Other requests by path.
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    int maxResultWindow = 10;
    int maxTerms = 65_536;
    boolean hasPoints = true;
    String pit = "pit-1";
    /// Parameters of the searches so far.
    final List<String> parameters = Collections.synchronizedList(new ArrayList<>());
    /// Told each answer to a search, and gives the one that is sent; one that begins with a number is sent
    /// with that status.
    UnaryOperator<String> answered = answer -> answer;

    ScanPace pace = ScanPace.NONE;

    private final List<Document> documents = new ArrayList<>();
    private final HttpServer server;
    private final ElasticCluster cluster;

    FakeShard() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address())), Duration.ofSeconds(20), "test"));
    }

    private String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    void holds(String id, String routing, long seqNo, String body) {
        documents.add(new Document(id, routing, seqNo, body));
    }

    ScannedShard shard() {
        return new HttpScannedShard(new IndexShards(cluster, "source", "i", "uuid-1"), pace, "i", 0, maxDocumentBytes);
    }

    /// What a document takes on the disk.
    long storedBytes;

    /// Larger documents are told and not read.
    long maxDocumentBytes = 1 << 20;

    @Override
    public void close() throws IOException {
        cluster.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        requests.add(path);
        String said = path.endsWith("/_search") ? answered.apply(search(MAPPER.readTree(body))) : answerTo(path);
        if (path.endsWith("/_search")) {
            parameters.add(exchange.getRequestURI().getQuery());
        }
        boolean isStatus = Character.isDigit(said.charAt(0));
        String text = isStatus ? said.substring(3) : said;
        byte[] answer = (text.isEmpty() ? "{}" : text).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(isStatus ? Integer.parseInt(said.substring(0, 3)) : 200, answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private String answerTo(String path) {
        return switch (path) {
            case "/_nodes/http" ->
                "{\"nodes\":{\"n0\":{\"version\":\"9.5.3\",\"http\":{\"publish_address\":\"" + address() + "\"}}}}";
            case "/_nodes/_local/stats/indices/refresh" ->
                "{\"nodes\":{\"me\":{\"indices\":{\"shards\":{\"i\":[{\"0\":{\"routing\":{\"state\":\"STARTED\",\"primary\":true},"
                        + "\"refresh\":{\"external_total\":4},\"commit\":{\"user_data\":{\"history_uuid\":\"h\"}},"
                        + "\"seq_no\":{\"max_seq_no\":9,\"local_checkpoint\":9,\"global_checkpoint\":9}}}]}}}}}";
            case "/_cluster/health" -> "{\"timed_out\":false}";
            case "/_cluster/state/metadata,nodes,routing_table/i", "/_cluster/state/blocks,metadata,routing_table/i" ->
                "{\"cluster_name\":\"c\",\"metadata\":{\"indices\":{\"i\":{\"settings\":{\"index\":{\"uuid\":\"uuid-1\"}},\"primary_terms\":{\"0\":3}}}},"
                        + "\"routing_table\":{\"indices\":{\"i\":{\"shards\":{\"0\":["
                        + "{\"primary\":false,\"node\":\"other\",\"state\":\"STARTED\",\"allocation_id\":{\"id\":\"b\"}},"
                        + "{\"primary\":true,\"node\":\"me\",\"state\":\"RELOCATING\",\"allocation_id\":{\"id\":\"a\"}}]}}}}}";
            case "/i/_settings" ->
                "{\"i\":{\"settings\":{\"index.uuid\":\"uuid-1\",\"index.max_result_window\":\"" + maxResultWindow
                        + "\",\"index.max_terms_count\":\"" + maxTerms + "\"}}}";
            case "/i/_settings/index.seq_no.index_options" ->
                "{\"i\":{\"settings\":{},\"defaults\":{\"index.seq_no.index_options\":\""
                        + (hasPoints ? "POINTS_AND_DOC_VALUES" : "DOC_VALUES_ONLY") + "\"}}}";
            case "/_nodes/_local/stats/indices/docs,store" ->
                "{\"nodes\":{\"me\":{\"indices\":{\"shards\":{\"i\":[{\"0\":{\"docs\":{\"count\":1},\"store\":"
                        + "{\"size_in_bytes\":" + storedBytes + "}}}]}}}}}";
            case "/i/_pit" -> "{\"id\":\"" + pit + "\"}";
            default -> "{}";
        };
    }

    private String search(JsonNode body) {
        searches.add(body);
        JsonNode filters = body.path("query").path("bool").path("filter");
        if (body.path("size").asInt() > maxResultWindow) {
            return refusal("Result window is too large", "index.max_result_window");
        }
        if (filters.valueStream()
                .anyMatch(filter -> filter.path("terms").path("_seq_no").size() > maxTerms)) {
            return refusal("The number of terms used in the Terms Query request is too high", "index.max_terms_count");
        }
        List<Document> found = documents.stream()
                .filter(document -> filters.valueStream().allMatch(filter -> passes(document, filter)))
                .toList();
        long behind = body.path("search_after").path(0).asLong(-1);
        String hits = found.stream()
                .filter(document -> documents.indexOf(document) > behind)
                .limit(body.path("size").asInt())
                .map(document -> hit(document, body))
                .collect(Collectors.joining(","));
        long total = body.path("track_total_hits").isBoolean() ? found.size() : 1;
        return "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},"
                + "\"hits\":{\"total\":{\"value\":" + total + ",\"relation\":\""
                + (total == found.size() ? "eq" : "gte") + "\"},\"hits\":[" + hits + "]}}";
    }

    private static String refusal(String reason, String setting) {
        return "400{\"error\":{\"root_cause\":[{\"type\":\"illegal_argument_exception\",\"reason\":\"" + reason
                + ". This limit can be set by changing the [" + setting + "] index level setting.\"}],"
                + "\"type\":\"search_phase_execution_exception\",\"reason\":\"all shards failed\"}}";
    }

    private static boolean passes(Document document, JsonNode filter) {
        JsonNode range = filter.path("range").path("_seq_no");
        if (!range.isMissingNode()) {
            return document.seqNo() > range.path("gt").asLong()
                    && document.seqNo() <= range.path("lte").asLong();
        }
        JsonNode numbers = filter.path("terms").path("_seq_no");
        return numbers.isMissingNode()
                ? strings(filter.path("ids").path("values")).contains(document.id())
                : strings(numbers).contains(Long.toString(document.seqNo()));
    }

    private static Set<String> strings(JsonNode array) {
        Set<String> strings = new HashSet<>();
        array.forEach(value -> strings.add(value.asString()));
        return strings;
    }

    private String hit(Document document, JsonNode body) {
        String hit = "{\"_id\":\"" + document.id() + "\",\"_version\":1,\"_seq_no\":" + document.seqNo();
        if (!document.routing().isEmpty()) {
            hit += ",\"_routing\":\"" + document.routing() + "\"";
        }
        if (body.path("sort").path(0).asString("").equals("_shard_doc")) {
            return hit + ",\"sort\":[" + documents.indexOf(document) + "]}";
        }
        boolean withSource = !body.has("stored_fields") && !body.path("_source").isBoolean();
        return hit + (withSource ? ",\"_source\":" + document.body() : "") + "}";
    }

    void holds(int documents) {
        for (int i = 0; i < documents; i++) {
            holds("d" + i, "", i, "{\"n\":" + i + "}");
        }
    }

    List<Long> live(long above, long upTo) throws Exception {
        List<Long> numbers = new ArrayList<>();
        shard().locate().forEachLive(above, upTo, (seqNo, _) -> numbers.add(seqNo));
        return numbers;
    }

    static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }
}
