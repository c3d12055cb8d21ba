package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.Side;
import io.shardstream.control.controller.Term;
import java.time.Instant;
import java.util.Optional;

/// The target's write block of a rollback. Its name goes first, so that no swap back can happen any more. Then the
/// target takes writes again, or, if production has gone back already, the source.
record HeldTarget(Sides sides, Term term, Request request, Instant deadline) implements Held {
    @Override
    public String index() {
        return sides.targetIndex();
    }

    @Override
    public boolean hasBlocked() {
        return NamedBlock.own(term, Side.TARGET)
                .filter(block -> !block.isOnAnother())
                .isPresent();
    }

    @Override
    public Outcome free() throws ElasticException {
        NamedBlock block = sides.targetBlock();
        if (!block.isOurs() || block.isOfLater()) {
            return new Outcome.Never();
        }
        Optional<String> name = block.takeName();
        if (name.isEmpty()) {
            return new Outcome.Again();
        }
        return switch (sides.place()) {
            // Without the mark of the cut-over no swap back can happen.
            case Place.Live _, Place.Unmarked _ ->
                freed(block.liftThrough(name.get()), index(), "the rollback is given up");
            case Place.Returned _ -> freeSource();
            case Place.Open _, Place.Fenced _ -> new Outcome.Never();
        };
    }

    private Outcome freeSource() throws ElasticException {
        NamedBlock block = sides.sourceBlock();
        if (!block.hasOurs() || block.isOfLater()) {
            return new Outcome.Never();
        }
        return freed(block.liftUntold(), sides.sourceIndex(), "production is there, and the rollback goes on later");
    }

    private static Outcome freed(boolean isLifted, String index, String then) {
        return isLifted
                ? new Outcome.Done("Writes to '" + index + "' are taken again. " + Lifeline.WHY + ": " + then)
                : new Outcome.Again();
    }
}
