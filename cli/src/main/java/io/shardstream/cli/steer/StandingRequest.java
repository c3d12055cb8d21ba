package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.Controllers;
import io.shardstream.control.state.RequestAge;
import java.time.Instant;
import java.util.Optional;

/// A request whose command ends before there is an answer. It stands for whoever controls the run next, who
/// may come when nobody expects that any more: so it is taken back where nobody does, and told where it
/// stays.
final class StandingRequest {
    private StandingRequest() {}

    /// Takes the request back if nobody controls the run, and production was not touched for it. The
    /// command's own controller must have been closed.
    ///
    /// @return what became of it, as a sentence or two; empty if another request has taken its place
    static Optional<String> sentence(Connections to, RunTopics topics, Request request) {
        try {
            ControlRecords said = ControlRecords.read(to.kafka(), topics);
            Optional<String> over = over(said, request);
            if (over.isPresent() || !isOpen(said, request)) {
                return over;
            }
            return Optional.of(takenBack(to, topics, said, request, "ended with an error")
                    .orElseGet(() -> stands(ControlRecords.read(to.kafka(), topics), request)));
        } catch (RuntimeException e) {
            // Also a record that cannot be read: then nobody knows better than that it stands.
            return Optional.of(stands(ControlRecords.NONE, request));
        }
    }

    /// The same for a command that was told to stop.
    ///
    /// @return what became of it where it was tried to take it back, as a sentence or two; empty if that was
    ///     not tried, or it is over
    static Optional<String> takenBack(Connections to, RunTopics topics, Request request) {
        try {
            ControlRecords said = ControlRecords.read(to.kafka(), topics);
            return over(said, request).isPresent() || !isOpen(said, request)
                    ? Optional.empty()
                    : takenBack(to, topics, said, request, "was told to stop");
        } catch (RuntimeException e) {
            // Whoever says what became of it says that nobody knows.
            return Optional.empty();
        }
    }

    private static Optional<String> takenBack(
            Connections to, RunTopics topics, ControlRecords said, Request request, String how) {
        if (!mayBeTakenBack(said, request) || Controllers.atWork(to.kafka(), topics) > 0) {
            return Optional.empty();
        }
        long _ = ControlTopicWriter.withdraw(
                to.kafka(),
                topics,
                new Answer(
                        request.id(),
                        Answer.Outcome.REFUSED,
                        "It was taken back: the command that asked for it " + how + ", and nobody controlled the run.",
                        Instant.now()));
        return Optional.of(became(said, ControlRecords.read(to.kafka(), topics), request));
    }

    /// What became of a request that was answered as one that is taken back. A controller that has come in
    /// between may carry it out all the same, and then that answer does not count.
    ///
    /// @param before what the control topic said before that answer
    /// @param after what it said behind it
    static String became(ControlRecords before, ControlRecords after, Request request) {
        return isUntouched(before, after, request)
                ? "'" + request.kind().label()
                        + "' was taken back: nobody controls the run, and production was not touched."
                : stands(after, request);
    }

    private static Optional<String> over(ControlRecords said, Request request) {
        return said.of(Answer.key(request.id()), Answer::decode)
                .map(answer -> "'" + request.kind().label() + "' was answered all the same: " + answer.sentence());
    }

    private static boolean isOpen(ControlRecords said, Request request) {
        return said.openRequest().filter(open -> open.id().equals(request.id())).isPresent();
    }

    /// An abort is to be carried out by whoever comes. What has a step may have changed something, but for a
    /// cut-over whose conditions are looked at while the run goes on.
    static boolean mayBeTakenBack(ControlRecords said, Request request) {
        return request.kind() != Request.Kind.ABORT && OpenRequest.isUnbegun(said, request);
    }

    /// Whether no controller has come in between, which may have read the request as an open one.
    static boolean isUntouched(ControlRecords before, ControlRecords after, Request request) {
        return epoch(before) == epoch(after) && mayBeTakenBack(after, request);
    }

    private static long epoch(ControlRecords records) {
        return records.of(Controller.KEY, Controller::decode)
                .map(Controller::epoch)
                .orElse(0L);
    }

    /// @param said what the control topic says; [ControlRecords#NONE] where that is not known
    static String stands(ControlRecords said, Request request) {
        String stands =
                "'" + request.kind().label() + "' was asked for and stands: whoever controls the run carries it out.";
        return ProductionAt.mayHaveGoneBack(said) ? stands : stands + RequestAge.howItEnds(request, said);
    }
}
