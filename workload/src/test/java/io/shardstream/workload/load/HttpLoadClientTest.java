package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.runfile.Secret;
import io.shardstream.workload.compare.ServerAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Against a server that answers what the test says.
class HttpLoadClientTest {
    private static final int NO_ANSWER = 0;
    private static final Operation INSERT = new Operation(1, 0, OperationKind.INSERT);
    private static final Operation UPDATE = new Operation(2, 0, OperationKind.UPDATE);
    private static final Operation DELETE = new Operation(3, 1, OperationKind.DELETE);

    private final LoadDocuments documents = new LoadDocuments("t-", 1, 60);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 201;
    private String answer = "{\"result\":\"created\"}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization") + "\n" + body);
        if (status == NO_ANSWER) {
            exchange.close();
            return;
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private List<Result> send(LoadRequest request) {
        return send(request, ServerAccess.OPEN);
    }

    private List<Result> send(LoadRequest request, ServerAccess access) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (HttpLoadClient client = new HttpLoadClient(List.of(url), "orders", access, documents)) {
            return client.send(request).join();
        }
    }

    private String body(Operation operation) {
        return new String(documents.body(operation.document(), operation.number()), StandardCharsets.UTF_8);
    }

    @Test
    void everyKindOfOperationIsARequestOfItsOwn() {
        send(LoadRequest.single(INSERT));
        send(LoadRequest.single(UPDATE));
        send(LoadRequest.single(DELETE));

        assertThat(requests)
                .containsExactly(
                        "PUT /orders/_create/t-0?timeout=10s null\n" + body(INSERT),
                        "PUT /orders/_doc/t-0?timeout=10s null\n" + body(UPDATE),
                        "DELETE /orders/_doc/t-1?timeout=10s null\n");
    }

    @Test
    void aBulkHoldsItsOperationsInOrder() {
        status = 200;
        answer = "{\"items\":[{\"index\":{\"status\":200,\"result\":\"updated\"}},{\"delete\":{\"status\":403}}]}";

        List<Result> results = send(LoadRequest.bulk(List.of(UPDATE, DELETE)));

        assertThat(results)
                .containsExactly(new Result(OperationOutcome.OK, 200), new Result(OperationOutcome.FAILED, 403));
        assertThat(requests.getFirst())
                .endsWith("{\"index\":{\"_id\":\"t-0\"}}\n" + body(UPDATE) + "\n{\"delete\":{\"_id\":\"t-1\"}}\n");
    }

    @Test
    void aRequestThatNobodyAnswersIsInDoubtAndIsNotSentAgain() {
        status = NO_ANSWER;

        assertThat(send(LoadRequest.single(INSERT))).containsExactly(Result.NO_ANSWER);
        assertThat(send(LoadRequest.bulk(List.of(UPDATE, DELETE)))).containsExactly(Result.NO_ANSWER, Result.NO_ANSWER);
        assertThat(send(LoadRequest.single(DELETE))).containsExactly(Result.NO_ANSWER);
        assertThat(requests).hasSize(3);
    }

    @Test
    void aWriteBlockIsARefusal() {
        status = 403;
        answer = "{\"error\":{\"type\":\"cluster_block_exception\"}}";

        assertThat(send(LoadRequest.single(UPDATE))).containsExactly(new Result(OperationOutcome.FAILED, 403));
    }

    @Test
    void whatNeverReachesANodeHasFailed() {
        server.stop(0);

        assertThat(send(LoadRequest.single(UPDATE))).containsExactly(Result.NEVER_SENT);
    }

    @Test
    void credentialsAreSent() {
        send(
                LoadRequest.single(DELETE),
                new ServerAccess(Optional.of(new Secret("Basic ${env:P}", "Basic dTpw")), Optional.empty()));

        assertThat(requests.getFirst()).contains(" Basic dTpw\n");
    }
}
