package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.Lifeline;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.ProductionHold;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Instant;

/// The source's write block of a cut-over. If no swap was told none can happen: whoever goes on with the
/// cut-over takes a name for the block first, and sees then whether it was lifted. If one was told this
/// controller's own token goes first, and where it is not found, nothing is done.
public record HeldSource(Sides sides, ControllerEpoch term, Request request, Instant deadline)
        implements ProductionHold {
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
        if (RecordedSteps.swap(term, request) && !isOpen()) {
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
            case TargetPosition.Fenced(String token) ->
                sides.names().isTokenOf(term.epoch(), token) && sides.unfence(token);
            case TargetPosition.Open _ -> true;
            case TargetPosition.Live _, TargetPosition.Returned _, TargetPosition.Unmarked _ -> false;
        };
    }
}
