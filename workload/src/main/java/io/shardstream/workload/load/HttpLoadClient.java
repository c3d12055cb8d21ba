package io.shardstream.workload.load;

import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.LoadRequest.Form;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Sends a load's requests over the JDK's HTTP client, to one node after the other. Each is sent once: that client
/// repeats only GET and HEAD (`MultiExchange.isIdempotentRequest` in the JDK's source).
public final class HttpLoadClient implements LoadClient, AutoCloseable {
    /// How long a node waits for a primary before it gives up. Shorter than the request's own limit, so that an
    /// operation rarely happens after its outcome was called unknown.
    private static final String LIMITS = "timeout=10s";

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);

    private final NodeChoice nodes;
    private final String index;
    private final ServerAccess access;
    private final LoadDocuments documents;
    private final HttpClient client;

    /// @param index its name or that of an alias
    public HttpLoadClient(List<URI> nodes, String index, ServerAccess access, LoadDocuments documents) {
        this.nodes = new NodeChoice(nodes, System::nanoTime);
        this.index = index;
        this.access = access;
        this.documents = documents;
        this.client = access.client(Duration.ofSeconds(5));
    }

    @Override
    public CompletableFuture<List<Result>> send(LoadRequest request) {
        URI node = nodes.next();
        HttpRequest http = switch (request.form()) {
            case BULK -> bulk(node, request.operations());
            case SINGLE -> single(node, request.operations().getFirst());
        };
        return client.sendAsync(http, BodyHandlers.ofByteArray())
                .handle((answer, error) ->
                        error == null ? results(request, answer) : request.all(failure(node, causeOf(error))));
    }

    private HttpRequest single(URI node, Operation operation) {
        String place = switch (operation.kind()) {
            case INSERT, RECREATE -> "/_create/";
            case UPDATE, DELETE -> "/_doc/";
        };
        String path = "/" + index + place + documents.id(operation.document()) + "?" + LIMITS;
        return operation.kind().leavesDocument()
                ? request(node, path)
                        .PUT(BodyPublishers.ofByteArray(documents.body(operation.document(), operation.number())))
                        .build()
                : request(node, path).DELETE().build();
    }

    private HttpRequest bulk(URI node, List<Operation> operations) {
        String path = "/" + index + "/_bulk?" + LIMITS + "&filter_path=items.*.status,items.*.result";
        return request(node, path)
                .POST(BodyPublishers.ofByteArray(BulkText.of(operations, documents)))
                .build();
    }

    private HttpRequest.Builder request(URI node, String path) {
        return access.authorize(HttpRequest.newBuilder(node.resolve(path)))
                .timeout(REQUEST_LIMIT)
                .header("Content-Type", path.contains("/_bulk") ? "application/x-ndjson" : "application/json");
    }

    private static List<Result> results(LoadRequest request, HttpResponse<byte[]> answer) {
        return request.form() == Form.BULK
                ? BulkText.results(request, answer.statusCode(), answer.body())
                : List.of(Result.of(answer.statusCode(), BulkText.hasResult(answer.body())));
    }

    private Result failure(URI node, Throwable error) {
        boolean neverSent = error instanceof ConnectException || error instanceof HttpConnectTimeoutException;
        if (neverSent) {
            nodes.avoid(node);
        }
        return neverSent ? Result.NEVER_SENT : Result.NO_ANSWER;
    }

    private static Throwable causeOf(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? causeOf(cause) : error;
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
