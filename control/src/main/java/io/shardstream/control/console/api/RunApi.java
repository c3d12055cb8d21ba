package io.shardstream.control.console.api;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.Route;
import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.console.ledger.LedgerSums;
import io.shardstream.control.console.view.RunView;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The HTTP API of a process that controls a run or stands by to do so, beside what every process answers.
///
/// | path | answer |
/// | --- | --- |
/// | `GET /readyz` | 200 once the run has been seen, whether it goes on or not; 503 before, and while Kafka does not
/// let the process in |
/// | `GET /v1/run` | everything worth showing of the run, as JSON |
/// | `GET /v1/run/stream` | the same as server-sent events, one a second |
/// | `GET /v1/openapi.json` | what all this is, in OpenAPI's words |
/// | `GET /v1/ledger` | the ledger as JSON; 503 with the reason where it is not kept here |
/// | `GET /v1/access` | what whoever asks may do |
/// | `POST /v1/pause`, `/v1/resume`, `/v1/throttle` | says so to the run |
public final class RunApi {
    private static final String DESCRIPTION = "openapi.json";

    private final String run;
    private final Supplier<Optional<RunView>> view;
    private final Supplier<LedgerState> ledger;
    private final RunStream stream;
    private final SteeringRoutes steering;
    private final BooleanSupplier isFinished;

    /// @param run its name
    /// @param view what is to be seen of it; empty before the first look
    /// @param ledger whether it is kept here, and what it says then
    /// @param stream of views
    /// @param steering what may be changed
    /// @param isFinished whether the process has nothing to do any more, and is ready for good
    public RunApi(
            String run,
            Supplier<Optional<RunView>> view,
            Supplier<LedgerState> ledger,
            RunStream stream,
            SteeringRoutes steering,
            BooleanSupplier isFinished) {
        this.run = run;
        this.view = view;
        this.ledger = ledger;
        this.stream = stream;
        this.steering = steering;
        this.isFinished = isFinished;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/openapi.json", AccessPolicy.OPEN, exchange -> exchange.json(200, description())),
                Route.get("/v1/access", AccessPolicy.OPEN, AccessAnswer::answer),
                Route.get("/readyz", AccessPolicy.OPEN, this::answerReady),
                Route.get("/v1/run", AccessPolicy.READ, this::answerRun),
                Route.get("/v1/run/stream", AccessPolicy.READ, stream::answer),
                Route.get("/v1/ledger", AccessPolicy.READ, this::answerLedger),
                Route.post("/v1/pause", steering::pause),
                Route.post("/v1/resume", steering::resume),
                Route.post("/v1/throttle", steering::throttle));
    }

    private static byte[] description() throws IOException {
        try (InputStream in = Objects.requireNonNull(RunApi.class.getResourceAsStream(DESCRIPTION), DESCRIPTION)) {
            return in.readAllBytes();
        }
    }

    private void answerReady(Exchange exchange) throws IOException {
        if (isFinished.getAsBoolean() || view.get().isPresent()) {
            exchange.ok();
        } else {
            notSeen(exchange);
        }
    }

    private void answerRun(Exchange exchange) throws IOException {
        Optional<RunView> now = view.get();
        if (now.isPresent()) {
            exchange.json(200, RunViewJson.of(now.get()));
        } else {
            notSeen(exchange);
        }
    }

    private void notSeen(Exchange exchange) throws IOException {
        exchange.problem(
                503,
                isFinished.getAsBoolean()
                        ? "run " + run
                                + " was complete, and Kafka has nothing of it any more, or has not answered since:"
                                + " the log of this process says so then"
                        : "nothing is known of run " + run
                                + ": Kafka has not answered yet, or does not let this process in, as its log says"
                                + " then");
    }

    private void answerLedger(Exchange exchange) throws IOException {
        switch (ledger.get()) {
            case LedgerState.Kept(LedgerSums said) -> exchange.json(200, LedgerJson.of(run, said));
            case LedgerState.Elsewhere _ ->
                exchange.problem(503, "another process controls run " + run + ", or nobody does: ask that one");
            case LedgerState.Restoring(String after) ->
                exchange.problem(
                        503,
                        "the ledger of run " + run + " is being restored"
                                + (after.isEmpty() ? "" : ", after it failed: " + after));
            case LedgerState.Broken(String why) ->
                exchange.problem(
                        503,
                        "the ledger of run " + run + " is broken, and the run goes on without it: " + why
                                + ". When that is mended, start this process again");
        }
    }
}
