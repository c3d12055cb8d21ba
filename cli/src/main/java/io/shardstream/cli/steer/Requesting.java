package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.RunController;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.ControlTopicWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.errors.RetriableException;

/// Stands by to be the run's controller, leaves a request for whichever process is, and shows the steps until
/// there is an answer. Interrupted, it takes back what it has asked for if nobody controls the run; else it
/// shows the steps of that request when it is run again.
///
/// The request is left when Kafka has let this process join the controllers: a command that fails before has
/// asked for nothing. An abort is left first, since production may be waiting for it.
final class Requesting {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    /// Longer than a group takes to take a member in: 3 s for its first (`group.initial.rebalance.delay.ms`),
    /// and a third of the session time-out for further ones. By then Kafka has refused whoever may not join.
    private static final Duration TO_JOIN = Duration.ofSeconds(6);
    /// What Kafka is given to say where the topic ends, on which only a hint to the operator depends.
    private static final Duration TO_TELL_ITS_END = Duration.ofSeconds(1);

    private static final String NOTHING_ASKED = "Nothing was asked for yet, and nothing was done.";
    /// The offset of a request that was in the topic when that was read, below all others.
    private static final long SEEN = -1;

    private final RunFile file;
    private final Stop stop;
    private final PrintWriter out;
    private final PrintWriter err;
    private final OutputFormat format;
    private String left = NOTHING_ASKED;

    /// @param out takes the steps and the answer
    /// @param err takes what somebody must know beside them
    Requesting(RunFile file, Stop stop, PrintWriter out, PrintWriter err, OutputFormat format) {
        this.file = file;
        this.stop = stop;
        this.out = out;
        this.err = err;
        this.format = format;
    }

    /// What there is to say when the process was told to stop before there was an answer.
    String left() {
        return left;
    }

    /// @return the answer and what the control topic says then; empty if the process was told to stop before
    Optional<Result> ask(Request.Kind kind, Map<String, String> options) throws ElasticException {
        RunTopics topics = new RunTopics(file.name());
        try (Connections to = Connections.ofCommand(file)) {
            ControlRecords records =
                    kind == Request.Kind.ABORT ? new AbortedRun(file, this::warn).find(to) : PlannedRun.find(file, to);
            RefusedWrites.of(records).map(RefusedWrites::sentence).ifPresent(this::warn);
            Optional<Left> asked = joined(records, kind, options);
            if (asked.isEmpty() && kind == Request.Kind.ABORT) {
                asked = Optional.of(leave(to, topics, kind, options));
            }
            Optional<Result> result = Optional.empty();
            try (ControlTopicTail tail = ControlTopicTail.of(to.kafka(), topics);
                    RunController controller = RunController.ofCommand(
                            topics,
                            records.plan().orElseThrow(),
                            to.source(),
                            to.target(),
                            to.kafka(),
                            RunFileMapping.control(file)
                                    .with(LimitsInForce.byFile(records).orElse(file.throttle())));
                    Showing showing = new Showing(stop)) {
                if (asked.isEmpty() && mayControl(controller)) {
                    // Somebody else may have asked for something meanwhile.
                    asked = joined(ControlRecords.read(to.kafka(), topics), kind, options)
                            .or(() -> Optional.of(leave(to, topics, kind, options)));
                }
                if (asked.isPresent()) {
                    result = await(asked.get(), tail, controller, showing, underWay(records, kind));
                }
            } catch (RuntimeException e) {
                asked.flatMap(one -> StandingRequest.sentence(to, topics, one.request()))
                        .ifPresent(this::warn);
                throw e;
            }
            if (result.isEmpty()) {
                left = asked.map(one -> left(one, to, topics)).orElse(NOTHING_ASKED);
            }
            return result;
        }
    }

    /// What somebody else has asked for is not this command's to take back.
    private static String left(Left asked, Connections to, RunTopics topics) {
        Optional<String> takenBack =
                asked.offset() == SEEN ? Optional.empty() : StandingRequest.takenBack(to, topics, asked.request());
        return takenBack.orElseGet(() -> Leaving.of(to, topics).sentence(asked.request()));
    }

    private static Optional<Left> joined(ControlRecords records, Request.Kind kind, Map<String, String> options) {
        return OpenRequest.joined(records, kind, options, Instant.now()).map(open -> new Left(open, SEEN));
    }

    /// Waits until this process has joined the controllers. Where that takes long, another one that controls
    /// the run does not answer Kafka, and this one is not refused.
    ///
    /// @return false if the process was told to stop
    private boolean mayControl(RunController controller) {
        long begun = System.nanoTime();
        while (!controller.hasJoined() && System.nanoTime() - begun < TO_JOIN.toNanos()) {
            if (stop.askedWithin(BETWEEN_LOOKS)) {
                return false;
            }
            requireAlive(controller);
        }
        requireAlive(controller);
        return true;
    }

    private static void requireAlive(RunController controller) {
        if (controller.end().isDone()) {
            controller.end().join();
        }
    }

    private void warn(String sentence) {
        err.println(sentence);
        err.flush();
    }

    /// The steps of the cut-over that an abort ends: what is taken back are steps of that one.
    private Optional<StepsView> underWay(ControlRecords records, Request.Kind kind) {
        return records.of(CutoverNotes.KEY, CutoverNotes::decode)
                .filter(_ -> kind == Request.Kind.ABORT)
                .map(notes -> new StepsView(out, notes.request().id(), InstantSource.system()).after(records));
    }

    /// What came of a request.
    record Result(Answer answer, ControlRecords records) {
        int code() {
            return switch (answer.outcome()) {
                case DONE -> ExitCodes.DONE;
                case REFUSED, ABORTED -> ExitCodes.FAILED;
                case DIFFERENT -> ExitCodes.DIFFERENT;
            };
        }
    }

    /// A request in the control topic.
    private record Left(Request request, long offset) {}

    private static Left leave(Connections to, RunTopics topics, Request.Kind kind, Map<String, String> options) {
        Request request = new Request(kind.label() + "-" + UUID.randomUUID(), kind, options, Instant.now());
        return new Left(request, ControlTopicWriter.request(to.kafka(), topics, request));
    }

    private Optional<Result> await(
            Left left, ControlTopicTail tail, RunController controller, Showing showing, Optional<StepsView> underWay) {
        Request request = left.request();
        StepsView steps = new StepsView(out, request.id(), InstantSource.system());
        UntakenRequest untaken =
                new UntakenRequest(request, ThisProcess.name(), InstantSource.system(), () -> seesAll(tail));
        while (!stop.askedWithin(BETWEEN_LOOKS)) {
            if (controller.end().isDone() && !isEnough(request, controller, tail.latest())) {
                controller.end().join();
            }
            tail.poll();
            ControlRecords latest = tail.latest();
            Runnable view = () -> {
                underWay.ifPresent(others -> others.show(latest));
                steps.show(latest);
            };
            Optional<Answer> answer = latest.of(Answer.key(request.id()), Answer::decode);
            if (answer.isPresent()) {
                showing.showLast(() -> {
                    if (format == OutputFormat.table) {
                        view.run();
                    }
                    print(answer.get(), latest);
                });
                return Optional.of(new Result(answer.get(), latest));
            }
            if (format == OutputFormat.table) {
                showing.show(view);
            }
            untaken.sentence(tail.latest()).ifPresent(this::warn);
            OpenRequest.requireNotErased(tail, request, left.offset());
        }
        RefusedWrites.of(tail.latest()).map(RefusedWrites::sentence).ifPresent(stop::lastWord);
        return Optional.empty();
    }

    /// Whether nothing is hidden by a transaction that is open; not where Kafka does not say.
    private static boolean seesAll(ControlTopicTail tail) {
        try {
            return tail.holds(tail.endNow(TO_TELL_ITS_END));
        } catch (RetriableException e) {
            return false;
        }
    }

    /// Whether an abort goes on: production may wait for it, and what only watches, such as limits, ends at a
    /// record that it cannot read.
    private static boolean isEnough(Request request, RunController controller, ControlRecords said) {
        return request.kind() == Request.Kind.ABORT
                && controller.stays()
                && !said.unreadable().isEmpty();
    }

    private void print(Answer answer, ControlRecords records) {
        switch (format) {
            case table -> out.println(answer.sentence());
            case json -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("outcome", answer.outcome().name().toLowerCase(Locale.ROOT));
                fields.put("sentence", answer.sentence());
                fields.put("steps", StepsView.fields(records, answer.request()));
                out.println(Json.object(fields));
            }
        }
        out.flush();
    }
}
