package io.shardstream.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.lane.Lane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The sender against an HTTP server that answers as told.
@Timeout(600)
class ElasticBulkSenderTest {
    private static final String NOTHING_TO_DO =
            "{\"error\":{\"type\":\"action_request_validation_exception\",\"reason\":\"Validation Failed: 1: no requests added;\"}}";
    private static final String UNKNOWN = "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"request"
            + " [/x/_bulk] contains unrecognized parameter: [include_source_on_error]\"}}";

    /// Stands for an answer that says to be longer than one may be, and is never read.
    private static final String TOO_LONG = "too long";

    private record Seen(URI uri, String contentType, String body) {}

    private record Answer(int status, String body) {}

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final List<Answer> answers = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private ElasticCluster target;
    private ElasticBulkSender sender;

    @BeforeEach
    void start() throws IOException, ElasticException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        target = ElasticCluster.of(ElasticSettings.open("target", List.of(address), Duration.ofSeconds(30), "run"));
        sender = new ElasticBulkSender(target, "Alias +ü", "v2", Runnable::run);
    }

    @AfterEach
    void stop() {
        target.close();
        server.stop(0);
    }

    @Test
    void aServerThatKnowsTheParameterIsAskedToLeaveDocumentsOutOfErrors() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(200, "{\"took\":3,\"items\":[{\"index\":{\"status\":201}}]}"));
        answers.add(new Answer(200, "{\"took\":4,\"items\":[{\"index\":{\"status\":200}}]}"));
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Items.class);
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Items.class);
        assertThat(seen).hasSize(3);
        assertThat(seen.getFirst().body()).isEqualTo("\n");
        assertThat(seen.getLast().uri().getRawPath()).isEqualTo("/Alias%20%2B%C3%BC/_bulk");
        assertThat(seen.getLast().uri().getQuery().split("&"))
                .containsExactlyInAnyOrder(
                        "require_alias=true",
                        "pipeline=_none",
                        "timeout=10000ms",
                        "include_source_on_error=false",
                        "filter_path=took,errors,items.*.status,items.*.result,items.*._index,items.*.error.type,"
                                + "items.*.error.reason,items.*.error.caused_by.reason");
        assertThat(seen.getLast().contentType()).startsWith("application/x-ndjson");
    }

    @Test
    void aServerThatDoesNotKnowTheParameterNeverGetsItAgain() {
        answers.add(new Answer(400, UNKNOWN));
        answers.add(new Answer(200, "{\"items\":[{\"index\":{\"status\":201}}]}"));
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Items.class);
        assertThat(seen.getLast().uri().getQuery()).doesNotContain("include_source_on_error");
    }

    @Test
    void anOlderNodeBesideANewerOneIsNoReasonToStop() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(400, UNKNOWN));
        // As of a second bulk that was under way with the first.
        answers.add(new Answer(400, UNKNOWN));
        answers.add(new Answer(200, "{\"items\":[{\"index\":{\"status\":201}}]}"));
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Again.class);
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Again.class);
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Items.class);
        assertThat(seen.getLast().uri().getQuery()).doesNotContain("include_source_on_error");
    }

    @Test
    void whatADocumentThatCannotBeSentNeverTouchesIsItsNeighbours() {
        answers.add(new Answer(400, UNKNOWN));
        answers.add(new Answer(
                200,
                "{\"took\":9,\"items\":[{\"index\":{\"status\":201}},{\"index\":{\"status\":409,\"error\":"
                        + "{\"type\":\"version_conflict_engine_exception\",\"reason\":\"\"}}}]}"));
        BulkAnswer.Items answer = (BulkAnswer.Items) send("{}", "{\"a\":\"\n\"}", "{\"b\":1}");
        assertThat(answer.tookMillis()).isEqualTo(9);
        assertThat(answer.items()).hasSize(3);
        assertThat(answer.items().get(0)).isInstanceOf(ItemAnswer.Applied.class);
        assertThat(answer.items().get(1))
                .isInstanceOfSatisfying(
                        ItemAnswer.Refused.class,
                        refused -> assertThat(refused.type()).isEqualTo(ElasticBulkSender.NOT_ONE_LINE));
        assertThat(answer.items().get(2)).isInstanceOf(ItemAnswer.Superseded.class);
        assertThat(seen.getLast().body().lines()).hasSize(4);
    }

    @Test
    void aBulkWithNothingThatCanBeSentIsNotSent() {
        BulkAnswer.Items answer = (BulkAnswer.Items) send("{\"a\":\"\n\"}");
        assertThat(answer.items()).hasSize(1);
        assertThat(seen).isEmpty();
    }

    /// C-138: a final pipeline that drops documents, or sends them to another index.
    @ParameterizedTest
    @ValueSource(
            strings = {
                // As `TransportBulkAction.markItemAsDropped` does, which leaves the name of the request.
                "\"_index\":\"Alias +ü\",\"result\":\"noop\",\"status\":200",
                "\"_index\":\"others\",\"result\":\"created\",\"status\":201",
                "\"_index\":\"v2 \",\"result\":\"updated\",\"status\":200"
            })
    void whatWentElsewhereOrNowhereIsNotWritten(String item) {
        answers.add(new Answer(400, UNKNOWN));
        answers.add(new Answer(
                200,
                "{\"items\":[{\"index\":{\"_index\":\"v2\",\"result\":\"created\",\"status\":201}},{\"index\":{" + item
                        + "}}]}"));

        BulkAnswer.Items answer = (BulkAnswer.Items) send("{}", "{}");

        assertThat(answer.items().getFirst()).isInstanceOf(ItemAnswer.Applied.class);
        assertThat(answer.items().getLast()).isInstanceOfSatisfying(ItemAnswer.Stop.class, stop -> {
            assertThat(stop.cause()).isEqualTo(StopCause.NOT_WRITTEN);
            assertThat(stop.reason())
                    .isEqualTo(
                            item.contains("noop")
                                    ? "200, noop"
                                    : item.contains("others")
                                            ? "201, written to index others"
                                            : "200, written to index v2 ");
        });
    }

    /// C-131: an answer that quotes what it refuses may be longer than all that is read of one.
    @Test
    void documentsOfWhichTheTargetSaysTooMuchAreSentInHalvesAndAloneWithoutBeingToldWhy() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(200, TOO_LONG));
        assertThat(send("{}", "{}")).isInstanceOf(BulkAnswer.TooLarge.class);

        answers.add(new Answer(200, TOO_LONG));
        answers.add(
                new Answer(
                        200,
                        "{\"took\":3,\"items\":[{\"index\":{\"status\":400,\"error\":{\"type\":\"document_parsing_exception\"}}}]}"));
        BulkAnswer.Items answer = (BulkAnswer.Items) send("{}");

        assertThat(seen.getLast().uri().getQuery())
                .contains("items.*.error.type")
                .doesNotContain("reason");
        assertThat(answer.items())
                .containsExactly(new ItemAnswer.Refused(
                        "document_parsing_exception", "the target says why in more than 64 MiB, which are not read"));
    }

    /// A firewall for web applications that finds an attack in a document.
    @Test
    void aDocumentAloneThatIsAnsweredWithAPageIsToBlameIfABulkWithoutADocumentGetsThrough() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(403, "<html>Forbidden</html>"));
        assertThat(send("{}", "{}")).isInstanceOf(BulkAnswer.Stop.class);

        answers.add(new Answer(403, "<html>Forbidden</html>"));
        answers.add(new Answer(400, NOTHING_TO_DO));
        assertThat(send("{}")).isInstanceOfSatisfying(BulkAnswer.Failed.class, failed -> {
            assertThat(failed.type()).isEqualTo(ElasticBulkSender.REFUSED_ON_THE_WAY);
            assertThat(failed.reason()).contains("something in front of the target", "with 403");
        });
        assertThat(seen.getLast().body()).isEqualTo("\n");

        answers.add(new Answer(403, "<html>Forbidden</html>"));
        answers.add(new Answer(403, "<html>Forbidden</html>"));
        assertThat(send("{}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.NOT_THE_TARGET));
    }

    @Test
    void aBulkWaitsInsideOfTheTargetForHalfAsLongAsItsAnswerIsWaitedFor() throws ElasticException {
        ElasticCluster hasty = ElasticCluster.of(ElasticSettings.open(
                "target",
                List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
                Duration.ofSeconds(3),
                "run"));
        try {
            sender = new ElasticBulkSender(hasty, "a", "v2", Runnable::run);
            answers.add(new Answer(400, UNKNOWN));
            answers.add(new Answer(200, "{\"items\":[{\"index\":{\"status\":201}}]}"));
            assertThat(send("{}")).isInstanceOf(BulkAnswer.Items.class);
            assertThat(seen.getLast().uri().getQuery().split("&")).contains("timeout=1500ms");
        } finally {
            hasty.close();
        }
    }

    /// C-137: what a node that has just started does not know is one document's, not its neighbours'.
    @Test
    void whatIsSaidOfAnAliasThatTheMasterKnowsIsAskedAgainForThatDocumentAlone() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(
                200,
                "{\"took\":3,\"items\":[{\"index\":{\"status\":201}},{\"index\":{\"status\":404,\"error\":"
                        + "{\"type\":\"index_not_found_exception\",\"reason\":\"no such index [Alias +ü]\"}}}]}"));
        answers.add(
                new Answer(200, "{\"cluster_name\":\"c\",\"metadata\":{\"indices\":{\"v2\":{\"state\":\"open\"}}}}"));
        BulkAnswer.Items answer = (BulkAnswer.Items) send("{}", "{}");
        assertThat(answer.items().getFirst()).isInstanceOf(ItemAnswer.Applied.class);
        assertThat(answer.items().getLast()).isInstanceOf(ItemAnswer.Again.class);
    }

    /// C-139: a role without `monitor`.
    @Test
    void aTargetThatIsGoneIsToldAsThatAlsoToAUserWhomTheMasterDoesNotAnswer() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(
                200,
                "{\"took\":3,\"items\":[{\"index\":{\"status\":404,\"error\":"
                        + "{\"type\":\"index_not_found_exception\",\"reason\":\"no such index [Alias +ü]\"}}}]}"));
        answers.add(new Answer(
                403,
                "{\"error\":{\"type\":\"security_exception\",\"reason\":\"action [cluster:monitor/state] is no\"}}"));
        BulkAnswer.Items answer = (BulkAnswer.Items) send("{}");
        assertThat(answer.items().getFirst())
                .isInstanceOfSatisfying(
                        ItemAnswer.Stop.class, stop -> assertThat(stop.cause()).isEqualTo(StopCause.NO_TARGET));
    }

    @Test
    void withoutAnAnswerTheBulkIsSentAgain() {
        server.stop(0);
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Again.class);
    }

    @Test
    void whatTheServerKnowsIsAskedUntilItSays() {
        answers.add(new Answer(503, ""));
        answers.add(new Answer(503, ""));
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(503, ""));
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Again.class);
        assertThat(send("{}")).isInstanceOf(BulkAnswer.Again.class);
        assertThat(seen.get(1).uri().getQuery()).doesNotContain("include_source_on_error");
        assertThat(seen.get(3).uri().getQuery()).contains("include_source_on_error");
    }

    @Test
    void whatIsTooLargeForTheOnlyWayThereIsIsTooLarge() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(403, "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}"));
        answers.add(new Answer(413, ""));
        answers.add(new Answer(400, NOTHING_TO_DO));
        assertThat(sendTo("n1", "{}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.TooLarge.class,
                        tooLarge -> assertThat(tooLarge.isCertain()).isFalse());
        assertThat(seen.getLast().body()).matches(" *\\n");
    }

    @Test
    void aDocumentWhoseSizeIsRefusedAsHalfOfItIsTooIsOneThatFails() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(new Answer(413, ""));
        answers.add(new Answer(413, ""));
        assertThat(send("{\"a\":\"" + "x".repeat(1000) + "\"}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Failed.class,
                        failed -> assertThat(failed.type()).isEqualTo(Reject.TOO_LARGE));
        assertThat(seen.getLast().body().length()).isBetween(500, 700);
    }

    @Test
    void whatIsTooLargeForTheStandInOfANodeMayNotBeForTheNode() {
        answers.add(new Answer(400, NOTHING_TO_DO));
        answers.add(
                new Answer(
                        200,
                        "{\"nodes\":{\"id\":{\"name\":\"n1\",\"roles\":[\"data\"],\"http\":{\"publish_address\":\"127.0.0.1:1\"}}}}"));
        answers.add(new Answer(200, "{\"cluster_uuid\":\"c\"}"));
        answers.add(new Answer(413, ""));
        assertThat(sendTo("n1", "{}")).isInstanceOf(BulkAnswer.Again.class);
        assertThat(answers).hasSize(1);
        assertThat(sendTo("n1", "{}"))
                .isInstanceOfSatisfying(
                        BulkAnswer.Again.class,
                        again -> assertThat(again.reason()).contains("another node than n1"));
    }

    /// Whoever has a node's former address by now answers, and not as the node did.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {\"error\":{\"type\":\"security_exception\",\"reason\":\"missing credentials\"},\"status\":401}",
                "404 | {\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"no such index [Alias +ü]\"}}",
                "405 | <html>Not Allowed</html>",
                "200 | It works!",
                "502 | <html>Bad Gateway</html>"
            })
    void whoAnswersAsNoNodeOfTheTargetIsNotAskedAgainInItsPlace(int status, String body) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger asked = new AtomicInteger();
        other.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        other.start();
        try {
            answers.add(new Answer(400, NOTHING_TO_DO));
            answers.add(new Answer(
                    200,
                    "{\"nodes\":{\"id\":{\"name\":\"n1\",\"roles\":[\"data\"],\"http\":{\"publish_address\":\"127.0.0.1:%d\"}}}}"
                            .formatted(other.getAddress().getPort())));
            answers.add(new Answer(200, "{\"cluster_uuid\":\"c\"}"));
            if (status == 404) {
                answers.add(new Answer(
                        200, "{\"cluster_name\":\"c\",\"metadata\":{\"indices\":{\"v2\":{\"state\":\"open\"}}}}"));
            }
            assertThat(sendTo("n1", "{}", "{}")).isNotInstanceOf(BulkAnswer.Items.class);
            int before = asked.get();
            assertThat(before).isPositive();

            answers.add(new Answer(200, "{\"items\":[{\"index\":{\"status\":201}},{\"index\":{\"status\":201}}]}"));
            assertThat(sendTo("n1", "{}", "{}")).isInstanceOf(BulkAnswer.Items.class);
            assertThat(asked).hasValue(before);
        } finally {
            other.stop(0);
        }
    }

    private BulkAnswer send(String... sources) {
        return sendTo("", sources);
    }

    private BulkAnswer sendTo(String node, String... sources) {
        Lane lane = new Lane(0, 0);
        for (int i = 0; i < sources.length; i++) {
            lane.add(i, Optional.empty(), Records.document("d" + i, sources[i]), 0);
        }
        List<BulkAnswer> told = new ArrayList<>();
        sender.send(Records.bulkOf(lane), node, told::add, failure -> {
            throw new AssertionError(failure);
        });
        assertThat(told).hasSize(1);
        return told.getFirst();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add(new Seen(
                exchange.getRequestURI(),
                String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                body));
        Answer answer = answers.isEmpty() ? new Answer(500, "") : answers.removeFirst();
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        if (answer.body().equals(TOO_LONG)) {
            exchange.sendResponseHeaders(answer.status(), Call.SMALL_RESPONSE + 1L);
            exchange.getResponseBody().flush();
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
