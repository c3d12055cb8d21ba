package io.shardstream.ittests.answers;

import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Sends bulks as the writer does and prints what came back.
///
/// @param version is printed too
/// @param authorization the header's value, empty for none
record RecordingClient(SearchServerVersion version, URI server, String authorization) {
    private static final String ALIAS = "Recorded-Write";
    private static final String FILTER =
            "took,errors,items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by.reason";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = new JsonMapper();

    /// What came back.
    record Answer(int status, String body, int requestBytes) {}

    static RecordingClient of(SearchNode node, SearchServerVersion version) {
        return new RecordingClient(version, node.url(), "");
    }

    RecordingClient as(String user, String password) {
        String token = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new RecordingClient(version, server, "Basic " + token);
    }

    /// Creates an index and its write alias.
    void prepare() {
        rest().put(
                        "/recorded",
                        "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0},\"aliases\":{\"" + ALIAS
                                + "\":{}}}");
    }

    String masterName() {
        return rest().get("/_cat/master?format=json").path(0).path("node").asString();
    }

    /// Does something while a setting of the cluster has that value.
    void withSetting(String name, String value, Runnable what) {
        setting(name, "\"" + value + "\"");
        try {
            what.run();
        } finally {
            setting(name, "null");
        }
    }

    private void setting(String name, String json) {
        rest().put("/_cluster/settings", "{\"persistent\":{\"%s\":%s}}".formatted(name, json));
    }

    void record(String what, List<String> documents) {
        record(what, documents, "");
    }

    void record(String what, List<String> documents, String parameters) {
        print(what, documents.size(), send(documents, parameters).join());
    }

    /// Sends all of these bulks at once and prints one answer of the kind that is looked for.
    void recordOneOf(String what, List<List<String>> bulks, Predicate<Answer> wanted) {
        List<CompletableFuture<Answer>> answers =
                bulks.stream().map(bulk -> send(bulk, "")).toList();
        answers.stream()
                .map(CompletableFuture::join)
                .filter(wanted)
                .findFirst()
                .ifPresentOrElse(
                        answer -> print(what, bulks.getFirst().size(), answer),
                        () -> System.out.println(version + " never answered so: " + what));
    }

    /// Sends the same again until the answer is of the kind that is looked for.
    void recordLater(String what, List<String> documents, Predicate<Answer> wanted) {
        Answer answer = Awaitility.await()
                .pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofMinutes(1))
                .until(() -> send(documents, "").join(), wanted);
        print(what, documents.size(), answer);
    }

    private CompletableFuture<Answer> send(List<String> documents, String parameters) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < documents.size(); i++) {
            lines.append("{\"index\":{\"_id\":\"").append(i).append("\"}}\n");
            lines.append(documents.get(i)).append('\n');
        }
        byte[] body = lines.toString().getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server + "/" + ALIAS + "/_bulk?require_alias=true&pipeline=_none&filter_path="
                                + FILTER + (parameters.isEmpty() ? "" : "&" + parameters)))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> new Answer(response.statusCode(), response.body(), body.length))
                .exceptionally(e -> new Answer(0, String.valueOf(e), body.length));
    }

    private void print(String what, int documents, Answer answer) {
        ObjectNode line = JSON.createObjectNode().put("case", what).put("status", answer.status());
        line.put("body", answer.body());
        var deletes = line.putArray("deletes");
        Collections.nCopies(documents, false).forEach(deletes::add);
        line.put("request_bytes", answer.requestBytes());
        System.out.println(version + " " + line);
    }

    private Rest rest() {
        return new Rest(server);
    }
}
