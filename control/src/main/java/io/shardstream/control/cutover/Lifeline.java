package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.Side;
import io.shardstream.control.controller.Rescue;
import io.shardstream.control.controller.Term;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives production back without Kafka, when a cut-over has blocked the source and its controller can write nothing
/// down any more. It takes away what this controller has set and nothing else: first its own token, so that no swap can
/// happen, then the source's block. Where it finds what somebody else has set, or the swap, it does nothing, then or
/// later. Everything that it names has the controller's epoch in it, which is known before anything is blocked.
final class Lifeline implements Rescue {
    /// Why the cut-over is over then.
    static final String WHY = "Kafka did not answer, so the write block was lifted";

    private static final Logger LOG = LoggerFactory.getLogger(Lifeline.class);

    private volatile @Nullable Held held;
    private volatile @Nullable Freed freed;

    /// A cut-over under way, as its controller knew it last.
    private record Held(Sides sides, Term term, Request cutover, Instant deadline) {
        boolean hasBlocked() {
            return NamedBlock.own(term, Side.SOURCE)
                    .filter(block -> !block.isOnAnother())
                    .isPresent();
        }
    }

    /// A cut-over whose block of the source this process has lifted.
    private record Freed(String cutover, long epoch) {}

    /// What one attempt came to.
    private enum Outcome {
        DONE,
        AGAIN,
        /// Somebody else has the say.
        NEVER
    }

    /// From now on this is what is taken back.
    ///
    /// @param deadline until which production may wait for Kafka
    void hold(Sides sides, Term term, Request cutover, Instant deadline) {
        held = new Held(sides, term, cutover, deadline);
    }

    @Override
    public void letGo() {
        held = null;
    }

    /// Whether this process has freed the source without Kafka, which is still to be written down. A controller in
    /// between may have blocked it again.
    boolean hasFreed(Term term, Request cutover) {
        return new Freed(cutover.id(), term.epoch() - 1).equals(freed);
    }

    @Override
    public Optional<Instant> due() {
        return Optional.ofNullable(held).filter(Held::hasBlocked).map(Held::deadline);
    }

    @Override
    public void attempt() throws ElasticException {
        Held now = held;
        if (now == null || !now.hasBlocked()) {
            return;
        }
        String index = now.sides().sourceIndex();
        switch (free(now)) {
            case DONE -> {
                freed = new Freed(now.cutover().id(), now.term().epoch());
                held = null;
                LOG.warn("Writes to '{}' are taken again. {}: the cut-over is aborted", index, WHY);
            }
            case NEVER -> {
                held = null;
                LOG.error(
                        "'{}' may refuse writes, and this process does not change that: the swap has happened, or"
                                + " another process goes on with the cut-over",
                        index);
            }
            case AGAIN -> LOG.warn("The write block of '{}' could not be lifted yet: this is tried again", index);
        }
    }

    private static Outcome free(Held now) throws ElasticException {
        if (Told.fence(now.term(), now.cutover()) && !isOpen(now)) {
            return Outcome.NEVER;
        }
        NamedBlock block = now.sides().sourceBlock();
        if (!block.isOurs() || block.isOfLater()) {
            return Outcome.NEVER;
        }
        return block.liftUntold() ? Outcome.DONE : Outcome.AGAIN;
    }

    /// Whether writers have their alias, and no token of this controller is left.
    private static boolean isOpen(Held now) throws ElasticException {
        return switch (now.sides().place()) {
            case Place.Fenced(String token) ->
                now.sides().names().isTokenOf(now.term().epoch(), token)
                        && now.sides().unfence(token);
            case Place.Open _ -> true;
            case Place.Live _, Place.Returned _, Place.Unmarked _ -> false;
        };
    }
}
