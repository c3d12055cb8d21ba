package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.Side;
import io.shardstream.control.controller.Term;
import java.time.Instant;

/// The source's write block of a cut-over. If no swap was told none can happen: whoever goes on with the cut-over takes
/// a name for the block first, and sees then whether it was lifted. If one was told this controller's own token goes
/// first, and where it is not found, nothing is done.
record HeldSource(Sides sides, Term term, Request request, Instant deadline) implements Held {
    @Override
    public String index() {
        return sides.sourceIndex();
    }

    @Override
    public boolean hasBlocked() {
        return NamedBlock.own(term, Side.SOURCE)
                .filter(block -> !block.isOnAnother())
                .isPresent();
    }

    @Override
    public Outcome free() throws ElasticException {
        if (Told.swap(term, request) && !isOpen()) {
            return new Outcome.Never();
        }
        if (!new SourceNow(sides).isThere()) {
            return new Outcome.Needless(SourceNow.gone(index()));
        }
        NamedBlock block = sides.sourceBlock().withoutKafka();
        if (!block.isOurs() || block.isOfLater()) {
            return new Outcome.Never();
        }
        return block.liftUntold()
                ? new Outcome.Done(
                        "Writes to '" + index() + "' are taken again. " + Lifeline.WHY + ": the cut-over is aborted")
                : new Outcome.Again();
    }

    /// Whether writers have their alias, and no token of this controller is left.
    private boolean isOpen() throws ElasticException {
        return switch (sides.place()) {
            case Place.Fenced(String token) -> sides.names().isTokenOf(term.epoch(), token) && sides.unfence(token);
            case Place.Open _ -> true;
            case Place.Live _, Place.Returned _, Place.Unmarked _ -> false;
        };
    }
}
