package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.ProductionLocation;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.WriteAccess;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A cut-over or an abort that is asked for after the swap. There is nothing to switch or to abort, but for a
/// rollback that was not finished: it may have left a block on the target, to which production writes. A
/// cut-over that is done stays so for whoever asks for it again.
final class AfterSwap {
    private static final String DONE = "The run has been cut over already";

    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    private final Steps steps;
    private final CutoverNotes notes;

    /// @param steps that end when another request takes the place of this one
    AfterSwap(Sides sides, ControllerEpoch term, Request request, CutoverNotes notes, Steps steps) {
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = steps;
        this.notes = notes;
    }

    /// @return whether production has gone back to the source: then nothing is answered yet
    boolean findsReturned() throws Exception {
        try {
            return isReturned();
        } catch (GivenUpException | ElasticException.Refused e) {
            refuse("This run was cut over, and where production is cannot be seen: "
                    + FullStop.of(String.valueOf(e.getMessage())));
            return false;
        }
    }

    private boolean isReturned() throws Exception {
        OpenRollbacks rollbacks = OpenRollbacks.before(request, term);
        // A block on production's index is waited for, however long.
        if (!rollbacks.areThere() && !OurBlocks.mayBeOnTarget(term)) {
            steps.whileServersAnswer();
        }
        TargetPosition place = OurBlocks.openForProduction(sides, term, steps);
        if (place instanceof TargetPosition.Returned) {
            return true;
        }
        rollbacks.end();
        ProductionLocation now =
                ProductionLocation.asked(sides, term, notes.aliases().orElse(List.of()), steps);
        Optional<ForgottenCutover> forgotten = forgotten(place);
        if (forgotten.isPresent()) {
            refuse(done() + ": " + forgotten.get().what() + " " + now.sentence() + " "
                    + forgotten.get().wayOut());
        } else if (request.kind() == Request.Kind.CUTOVER) {
            cutOverAgain(now, !rollbacks.areThere());
        } else if (rollbacks.areThere()) {
            String left = WriteAccess.leftOfTarget(sides, steps);
            term.answer(
                    request,
                    now.isOnTarget() && left.isEmpty() ? Answer.Outcome.DONE : Answer.Outcome.DIFFERENT,
                    "The rollback is given up. " + (now.sentence() + " " + left).strip());
        } else if (place instanceof TargetPosition.Unmarked && ForgottenCutover.isReleased(term)) {
            refuse("The swap has happened, and the way back was given up: there is nothing to abort. "
                    + now.sentence());
        } else {
            refuse(
                    "The swap has happened, so there is nothing to abort. To go back, use 'rollback' if the source or a copy of it is still there. "
                            + now.sentence());
        }
        return false;
    }

    /// Of a target whose mark somebody has taken away production may go on as the cut-over has left it.
    private Optional<ForgottenCutover> forgotten(TargetPosition place) throws Exception {
        if (!ForgottenCutover.isSo(place, ForgottenCutover.isReleased(term))) {
            return Optional.empty();
        }
        ForgottenCutover found = steps.tried(() -> ForgottenCutover.found(sides, term, notes, place));
        return found.isBack() || found.isWritable() ? Optional.of(found) : Optional.empty();
    }

    private String done() {
        return request.kind() == Request.Kind.CUTOVER ? DONE : "There is nothing to abort";
    }

    /// @param isUndisturbed whether no rollback was begun since
    private void cutOverAgain(ProductionLocation now, boolean isUndisturbed) throws Exception {
        boolean isTheSame = new CutoverTerms(notes.request().options())
                .difference(request, Set.of(CutoverTerms.REPLACE_INDEX, CutoverTerms.ON_SWAP))
                .isEmpty();
        if (!isTheSame) {
            refuse(DONE + ", with another cutover.replace-index or cutover.on-swap than the run file of this command"
                    + " has. " + now.sentence());
        } else if (now.isOnTarget() && isUndisturbed && !request.has(Beginning.DRY_RUN)) {
            new Repetition(sides, notes, term, Request.Kind.CUTOVER).answer(request, steps, DONE + ". ", now);
        } else {
            refuse(DONE + ". " + now.sentence());
        }
    }

    private void refuse(String sentence) {
        term.answer(request, Answer.Outcome.REFUSED, sentence);
    }
}
