package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An abort outside of a cut-over: sees that nothing of one is left, or gives the whole run up. Production comes first:
/// what is left on the source is taken back whether the target answers or not.
final class Surrender {
    private static final String RUN = "run";
    private static final Duration ASKING = Duration.ofSeconds(10);

    private final Around around;
    private final Sides sides;
    private final Term term;
    private final Request request;

    Surrender(Around around, Sides sides, Term term, Request request) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
    }

    void carryOut(RunStage.Copying stage) throws Exception {
        Steps steps = steps();
        try {
            if (request.has(RUN)) {
                giveUp(stage, steps);
            } else {
                Source source = freed(steps);
                term.answer(request, Answer.Outcome.DONE, source.sentence(sides.sourceIndex()) + target(steps));
            }
        } catch (ElasticException.Refused e) {
            term.answer(
                    request,
                    Answer.Outcome.REFUSED,
                    "It is not done: the " + e.getMessage() + ". What was done so far stays: ask again when the server"
                            + " allows it.");
        }
    }

    private Steps steps() {
        return new Steps(term, request, around.sleeper()).patient();
    }

    /// What an abort finds at the source.
    private enum Source {
        OPEN,
        FOREIGN,
        GONE;

        String sentence(String index) {
            return "No cut-over is under way"
                    + switch (this) {
                        case OPEN -> ": clients write to '" + index + "', and the run goes on.";
                        case FOREIGN ->
                            ", and the run goes on. '" + index + "' has a write block that somebody else has set.";
                        case GONE -> ". '" + index + "' is gone: 'abort --run' gives the run up.";
                    };
        }
    }

    /// A block of which nothing says that it is the run's own is somebody else's.
    private Source freed(Steps steps) throws Exception {
        return steps.take("see that clients can write to the source", () -> {
            boolean wasOurs = sides.sourceBlock().own().isPresent();
            Optional<Sides.Freed> freed = sides.freeSource();
            if (freed.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    switch (freed.get()) {
                        case OPEN ->
                            new Steps.Taken<>(Source.OPEN, wasOurs ? "its write block was lifted" : "they can");
                        case FOREIGN -> foreign();
                        case GONE -> gone();
                        case UNTOUCHED -> untouched();
                    });
        });
    }

    private Steps.Taken<Source> untouched() throws ElasticException {
        try {
            return sides.sourceBlock().now().isThere() ? foreign() : new Steps.Taken<>(Source.OPEN, "they can");
        } catch (ElasticException e) {
            sides.requireSourceGone(e);
            return gone();
        }
    }

    private static Steps.Taken<Source> foreign() {
        return new Steps.Taken<>(Source.FOREIGN, "its write block was set by somebody else");
    }

    private static Steps.Taken<Source> gone() {
        return new Steps.Taken<>(Source.GONE, "it is gone");
    }

    /// Whoever controls the run gives writers their alias back, when it can: nobody has to wait for that.
    ///
    /// @return a sentence about the target, where there is something to say
    private String target(Steps steps) throws Exception {
        steps.until(
                term.clock().instant().plus(around.settings().maxBlocked()),
                () -> "the target has not answered" + (steps.trouble().isEmpty() ? "" : " (" + steps.trouble() + ")"));
        try {
            return new Undo(sides, term).targetIsOpen(steps)
                    ? ""
                    : " The target has taken the source's place: there is nothing to abort.";
        } catch (GivenUpException | ElasticException.Refused e) {
            return " Whether writers have their alias could not be seen: " + e.getMessage()
                    + ". The run sees to that when it can.";
        }
    }

    /// A source that the run has not blocked is not waited for: it may be gone, and everything of its cluster.
    private void giveUp(RunStage.Copying stage, Steps steps) throws Exception {
        boolean isFree = sides.sourceBlock().own().isEmpty() || freed(steps) != Source.FOREIGN;
        boolean _ = new Undo(sides, term).targetIsOpen(steps);
        steps.take("take the write alias away for good", "nobody of this run can write any more", () -> {
            sides.drop(sides.names().write());
            return Optional.of(!(sides.place() instanceof Place.Open));
        });
        steps.take("put the target's settings back", "", () -> {
            RunEnd.putBack(term, sides);
            return Optional.of(true);
        });
        new SourceCopies(sides, term).tidy(Set.of());
        Remains.Finding left = remains(steps);
        Answer answer = new Answer(
                request.id(),
                left.isNeeded() || !isFree ? Answer.Outcome.DIFFERENT : Answer.Outcome.DONE,
                "The run is given up. " + left.sentence()
                        + (isFree
                                ? ""
                                : " '" + sides.sourceIndex() + "' has a write block that somebody else has set."),
                term.clock().instant());
        term.enter(stage.giveUp("given up by the operator"), Map.of(Answer.key(request.id()), answer.encode()));
        RunEnd.putBackAgain(term, sides);
    }

    /// Asked last, when the run can write no more, and for a short time: clusters may be gone for good.
    private Remains.Finding remains(Steps steps) throws Exception {
        Remains remains = new Remains(sides, term);
        steps.until(term.clock().instant().plus(ASKING), () -> "no answer within " + ASKING.toSeconds() + " s");
        try {
            return steps.take("see what is still needed", () -> {
                Remains.Finding found = remains.look();
                return Optional.of(new Steps.Taken<>(found, found.sentence()));
            });
        } catch (GivenUpException | ElasticException.Refused e) {
            return remains.unknown(e.getMessage() + (steps.trouble().isEmpty() ? "" : ", " + steps.trouble()));
        }
    }
}
