package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.run.block.ProductionLocation;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.Whereabouts;
import io.shardstream.control.run.block.WriteAccess;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A cut-over or a rollback that is asked for again when it is done, as scripts do that repeat what may have
/// failed. It is answered as the first one was as long as the servers say that production is as that one has
/// left it.
final class Repetition {
    private static final Logger LOG = LoggerFactory.getLogger(Repetition.class);

    private final Sides sides;
    private final CutoverNotes notes;
    private final ControllerEpoch term;
    private final Request.Kind kind;

    /// @param sides with the copy where that stands for the source
    /// @param kind a cut-over, of a run that was cut over; or else a rollback, of one that was rolled back
    Repetition(Sides sides, CutoverNotes notes, ControllerEpoch term, Request.Kind kind) {
        this.sides = sides;
        this.notes = notes;
        this.term = term;
        this.kind = kind;
    }

    /// What was answered when it was done, as the control topic has it; empty if it never was.
    static Optional<Answer> done(ControllerEpoch term, Request.Kind kind, CutoverNotes notes) {
        // The ids of requests begin with what was asked for. Only a rollback that was done ends a run.
        Stream<Answer> answers = kind == Request.Kind.CUTOVER
                ? term.read(Answer.key(notes.request().id()), Answer::decode).stream()
                : term.all(Answer.key(kind.label()), Answer::decode).stream();
        return answers.filter(answer -> isDone(answer.outcome())).max(Comparator.comparing(Answer::at));
    }

    /// Answers as the first one was, if production is still so; otherwise the request is refused.
    ///
    /// @param before how the answer begins
    /// @param now where production is
    void answer(Request request, Steps steps, String before, ProductionLocation now) throws Exception {
        Optional<Answer> first = Optional.empty();
        try {
            first = steps.tried(this::stillSo);
        } catch (GivenUpException | ElasticException.Refused e) {
            LOG.info("Whether production is as '{}' left it is not seen: {}", kind.label(), e.getMessage());
        }
        term.answer(
                request,
                first.map(Answer::outcome).orElse(Answer.Outcome.REFUSED),
                before + first.map(Repetition::said).orElse("") + now.sentence());
    }

    /// The same; empty also if production is not as that has left it. One whose aliases nobody has noted is
    /// not known to be.
    private Optional<Answer> stillSo() throws ElasticException {
        Optional<Answer> first = done(term, kind, notes);
        return first.isPresent()
                        && notes.aliases().isPresent()
                        && isAsItWas(notes.aliases().get())
                ? first
                : Optional.empty();
    }

    private boolean isAsItWas(List<String> aliases) throws ElasticException {
        boolean isOfTarget = kind == Request.Kind.CUTOVER;
        Optional<FoundIndex> found = isOfTarget ? sides.foundTarget() : sides.foundSource();
        String uuid = isOfTarget ? term.plan().targetUuid() : sides.sourceUuid();
        return found.filter(index ->
                                index.uuid().equals(uuid) && index.aliases().containsAll(aliases))
                        .isPresent()
                && Whereabouts.onBoth(isOfTarget ? sides.target() : sides.source(), sides, term.plan(), aliases)
                        .isEmpty()
                && (isOfTarget ? WriteAccess.toTarget(sides) : WriteAccess.toSource(sides)).isOpen();
    }

    /// What the first one was answered, where that said more than that it was done.
    private static String said(Answer first) {
        return first.outcome() == Answer.Outcome.DONE ? "" : "It was answered then: " + first.sentence() + " ";
    }

    private static boolean isDone(Answer.Outcome outcome) {
        return switch (outcome) {
            case DONE, DIFFERENT -> true;
            case REFUSED, ABORTED -> false;
        };
    }
}
