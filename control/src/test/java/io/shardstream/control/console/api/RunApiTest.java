package io.shardstream.control.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Route;
import io.shardstream.control.console.ledger.LaneAccount;
import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.console.ledger.LedgerSums;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.RunViews;
import io.shardstream.control.state.StopMark;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunApiTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final SynchronousQueue<Integer> seconds = new SynchronousQueue<>();
    private volatile LedgerState ledger = new LedgerState.Elsewhere();
    private volatile Optional<RunView> view = Optional.empty();
    private volatile boolean isFinished;
    private RunApi api;
    private ServedApi served;

    @BeforeEach
    void start() throws IOException {
        api = new RunApi(
                "cities",
                () -> view,
                () -> ledger,
                new RunStream(() -> view, _ -> seconds.take()),
                new SteeringRoutes(ServedApi.withoutKafka()),
                () -> isFinished);
        served = new ServedApi(api);
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void itIsReadyForGoodWhenThereIsNothingToDoAnyMore() throws Exception {
        isFinished = true;

        assertThat(served.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(served.get("/v1/run").statusCode()).isEqualTo(503);
    }

    @Test
    void itIsReadyWhenTheRunHasBeenSeen() throws Exception {
        assertThat(served.get("/readyz").statusCode()).isEqualTo(503);
        assertThat(served.get("/v1/run").statusCode()).isEqualTo(503);

        view = Optional.of(RunViews.full());

        assertThat(served.get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void whoAsksIsToldWhetherATokenWouldHelp() throws Exception {
        assertThat(served.get("/v1/access").body())
                .isEqualTo("{\"read\":true,\"change\":false,\"token\":true,\"why\":\"the token is needed, as"
                        + " Authorization: Bearer and the token\"}");
        HttpRequest withToken = HttpRequest.newBuilder(served.uri("/v1/access"))
                .header("Authorization", "Bearer " + ServedApi.TOKEN)
                .build();
        assertThat(served.client().send(withToken, BodyHandlers.ofString()).body())
                .isEqualTo("{\"read\":true,\"change\":true}");
    }

    @Test
    void theHeadOfAStreamEnds() throws Exception {
        HttpResponse<String> answer = served.client()
                .send(
                        HttpRequest.newBuilder(served.uri("/v1/run/stream"))
                                .HEAD()
                                .build(),
                        BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
    }

    @Test
    void everyPathIsDescribedWithItsMethod() throws Exception {
        JsonNode paths = MAPPER.readTree(served.get("/v1/openapi.json").body()).path("paths");

        assertThat(api.routes())
                .allSatisfy(route -> assertThat(
                                paths.path(route.path()).has(route.method().toLowerCase(Locale.ROOT)))
                        .as(route.toString())
                        .isTrue());
    }

    @Test
    void theRunIsShownAsItWasSeen() throws Exception {
        view = Optional.of(RunViews.full());

        JsonNode run = MAPPER.readTree(served.get("/v1/run").body());

        assertThat(run.at("/phase").asString()).isEqualTo("blocked");
        assertThat(run.at("/read/docs_per_second/0").asDouble()).isEqualTo(30);
        assertThat(run.at("/nodes/0/load/limited_by").asString()).isEqualTo("a full queue");
        assertThat(run.path("stops").asString())
                .isEqualTo(StopMark.of(
                                view.get().standing().pause(),
                                view.get().standing().blocked())
                        .orElseThrow());
        assertThat(run.at("/time_left/high_seconds").asInt()).isEqualTo(20);
    }

    @Test
    void whatIsNotKnownIsNotThere() throws Exception {
        view = Optional.of(RunViews.empty());

        JsonNode run = MAPPER.readTree(served.get("/v1/run").body());

        assertThat(run.has("time_left")).isFalse();
        assertThat(run.has("accounted")).isFalse();
        assertThat(run.at("/lanes/0/waiting").has("seconds")).isFalse();
    }

    @Test
    void whoFollowsTheRunIsToldOfEachNewView() throws Exception {
        view = Optional.of(RunViews.empty());
        HttpResponse<InputStream> answer = served.client()
                .send(HttpRequest.newBuilder(served.uri("/v1/run/stream")).build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            String first = lines.readLine();
            lines.readLine();
            seconds.put(1);
            String second = lines.readLine();
            lines.readLine();
            view = Optional.of(RunViews.full());
            seconds.put(1);

            assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
            assertThat(MAPPER.readTree(first.substring("data: ".length()))
                            .at("/phase")
                            .asString())
                    .isEqualTo("backfill");
            assertThat(second).startsWith(":");
            assertThat(lines.readLine()).contains("\"phase\":\"blocked\"");
        }
    }

    @Test
    void whoFollowsARunThatWasNotSeenIsToldSo() throws Exception {
        HttpResponse<InputStream> answer = served.client()
                .send(HttpRequest.newBuilder(served.uri("/v1/run/stream")).build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("event: problem");
        }
    }

    @Test
    void whyTheLedgerIsNotThereIsSaid() throws Exception {
        assertThat(withoutLedger(new LedgerState.Elsewhere())).contains("another process controls run cities");
        assertThat(withoutLedger(new LedgerState.Restoring(""))).endsWith("the ledger of run cities is being restored");
        assertThat(withoutLedger(new LedgerState.Restoring("no answer")))
                .endsWith("restored, after it failed: no answer");
        assertThat(withoutLedger(new LedgerState.Broken("not authorized")))
                .contains("is broken", "not authorized", "start this process again");
    }

    private String withoutLedger(LedgerState state) throws Exception {
        ledger = state;
        HttpResponse<String> answer = served.get("/v1/ledger");
        assertThat(answer.statusCode()).isEqualTo(503);
        return MAPPER.readTree(answer.body()).path("error").asString();
    }

    @Test
    void theLedgerIsThereWhenItIsKeptHere() throws Exception {
        LaneAccount lane = new LaneAccount();
        lane.add(new Outcome(0, 0, 9, 6, 2, 1, 900, 1, "http://127.0.0.1:9200"));
        lane.add(new Outcome(0, 12, 13, 1, 0, 0, 100, 1, "http://127.0.0.1:9200"));
        ledger = new LedgerState.Kept(new LedgerSums(
                List.of(9L, 0L), Map.of(0, lane), Map.of(1, new Checkpoint("t", "i", "h", 1, 20, 9, 900)), Map.of()));
        HttpResponse<String> answer = served.get("/v1/ledger");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode json = MAPPER.readTree(answer.body());
        assertThat(json.path("run").asString()).isEqualTo("cities");
        assertThat(json.at("/total/applied").asInt()).isEqualTo(6);
        assertThat(json.at("/total/unaccounted").asInt()).isZero();
        assertThat(json.at("/total/complete").asBoolean(true)).isFalse();
        assertThat(json.at("/total/exact").asBoolean(true)).isFalse();
        assertThat(json.at("/lanes/0/end").asInt()).isEqualTo(9);
        assertThat(json.at("/lanes/0/heard").asInt()).isEqualTo(13);
        assertThat(json.at("/lanes/0/exact").asBoolean(true)).isFalse();
        assertThat(json.at("/lanes/1/records").asInt(-1)).isZero();
        assertThat(json.at("/lanes/1/exact").asBoolean()).isTrue();
        assertThat(json.at("/shards/0/shard").asInt()).isEqualTo(1);
        assertThat(json.at("/shards/0/done").asInt()).isEqualTo(20);
    }

    @Test
    void aLimitThatCannotBeUnderstoodIsToldBeforeKafkaIsAsked() throws Exception {
        assertThat(served.post("/v1/throttle", "{\"speed\":\"5mb\"}").body()).contains("'speed'");
        assertThat(served.post("/v1/throttle", "[1]").statusCode()).isEqualTo(400);
        assertThat(served.post("/v1/throttle", "{").statusCode()).isEqualTo(400);
        assertThat(served.post("/v1/throttle", "{\"reset\":false}").statusCode())
                .isEqualTo(400);
        assertThat(served.post("/v1/throttle", "{\"reset\":\"true\",\"total\":\"5mb\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    /// Case C-59.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/pause | {\"reason\":5} | must be a text, in quotes",
                "/v1/pause | {\"reason\":null} | must be a text, in quotes",
                "/v1/pause | {\"reason\":true} | must be a text, in quotes",
                "/v1/pause | {\"reason\":{}} | must be a text, in quotes",
                "/v1/throttle | {\"total\":5000000} | must be a text, in quotes",
                "/v1/throttle | {\"reset\":null} | reset is true, or is left out"
            })
    void aFieldThatIsNoTextIsNotTaken(String path, String request, String said) throws Exception {
        HttpResponse<String> answer = served.post(path, request);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(said);
    }

    /// Of two values nobody knows which one is meant.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/throttle | {\"total\":\"1mb\",\"total\":\"64gb\"}",
                "/v1/throttle | {\"reset\":true,\"reset\":true}",
                "/v1/pause | {\"reason\":\"a\",\"reason\":\"b\"}",
                "/v1/pause | {\"reason\":\"a\"} {}"
            })
    void aFieldThatIsThereTwiceIsNotTaken(String path, String request) throws Exception {
        HttpResponse<String> answer = served.post(path, request);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("each field once");
    }

    @Test
    void aReasonOfManyLettersIsNotTaken() throws Exception {
        HttpResponse<String> answer = served.post("/v1/pause", "{\"reason\":\"" + "x".repeat(1_001) + "\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("a reason may have at most 1000 characters");
    }

    @ParameterizedTest
    @CsvSource({"/v1/pause, total", "/v1/resume, total", "/v1/throttle, reason"})
    void aFieldThatIsForSomethingElseIsNotTaken(String path, String field) throws Exception {
        HttpResponse<String> answer = served.post(path, "{\"" + field + "\":\"5mb\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("'" + field + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/pause | {\"reason\":\"lunch\"}",
                "/v1/resume | {}",
                "/v1/resume | {\"accepted\":\"h-1\",\"seen\":\"m-1\"}",
                "/v1/throttle | {\"total\":\"5mb\"}",
                "/v1/throttle | {\"reset\":\"true\"}"
            })
    void thatKafkaIsAwayIsToldToWhoWantsToChangeTheRun(String path, String request) throws Exception {
        HttpResponse<String> answer = served.post(path, request);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("Kafka: ");
    }

    @Test
    void onlyThatItAnswersIsToldToEveryoneAndNothingIsChangedWithoutTheToken() {
        assertThat(api.routes())
                .extracting(Route::method, Route::path, Route::access)
                .containsExactlyInAnyOrder(
                        tuple("GET", "/v1/openapi.json", AccessPolicy.OPEN),
                        tuple("GET", "/v1/access", AccessPolicy.OPEN),
                        tuple("GET", "/readyz", AccessPolicy.OPEN),
                        tuple("GET", "/v1/run", AccessPolicy.READ),
                        tuple("GET", "/v1/run/stream", AccessPolicy.READ),
                        tuple("GET", "/v1/ledger", AccessPolicy.READ),
                        tuple("POST", "/v1/pause", AccessPolicy.CHANGE),
                        tuple("POST", "/v1/resume", AccessPolicy.CHANGE),
                        tuple("POST", "/v1/throttle", AccessPolicy.CHANGE));
    }

    @Test
    void nothingIsSaidToTheRunWithoutTheToken() throws Exception {
        HttpRequest pause = HttpRequest.newBuilder(served.uri("/v1/pause"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();

        assertThat(served.client().send(pause, BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }
}
