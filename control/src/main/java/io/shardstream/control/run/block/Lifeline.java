package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.Rescue;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives production back without Kafka, when a cut-over or a rollback has blocked its index and the controller
/// can write nothing down any more. It takes away what this controller has set and nothing else. Where it finds
/// what somebody else has set, it does nothing, then or later. Everything that it names has the controller's
/// epoch in it, which is known before anything is blocked.
public final class Lifeline implements Rescue {
    /// Why the cut-over or the rollback is over then.
    public static final String WHY = "Kafka did not answer, so the write block was lifted";

    private static final Logger LOG = LoggerFactory.getLogger(Lifeline.class);

    private volatile @Nullable ProductionHold held;
    private volatile @Nullable Freed freed;

    /// A cut-over or a rollback whose block this process has lifted.
    private record Freed(String request, long epoch) {}

    /// From now on this is what is taken back.
    public void hold(ProductionHold what) {
        held = what;
    }

    /// The same, unless something of this controller is held already.
    public void holdUnlessHeld(ProductionHold what) {
        ProductionHold now = held;
        if (now == null || now.term().epoch() != what.term().epoch()) {
            held = what;
        }
    }

    @Override
    public void letGo() {
        held = null;
    }

    /// Whether this process has freed production without Kafka when it controlled the run before. A
    /// controller in between may have blocked it again.
    public boolean hasFreed(ControllerEpoch term, Request request) {
        Freed last = freed;
        return last != null && last.request().equals(request.id()) && last.epoch() < term.epoch();
    }

    /// The same, and no other controller was there in between.
    public boolean hasJustFreed(ControllerEpoch term, Request request) {
        return new Freed(request.id(), term.epoch() - 1).equals(freed);
    }

    @Override
    public Optional<Instant> due() {
        return Optional.ofNullable(held).filter(ProductionHold::hasBlocked).map(ProductionHold::deadline);
    }

    @Override
    public void attempt() throws ElasticException {
        ProductionHold now = held;
        if (now == null || !now.hasBlocked()) {
            return;
        }
        switch (now.free()) {
            case ProductionHold.Outcome.Done(String sentence) -> {
                freed = new Freed(now.request().id(), now.term().epoch());
                held = null;
                LOG.warn("{}", sentence);
            }
            case ProductionHold.Outcome.Needless(String sentence) -> {
                held = null;
                LOG.warn("{}", sentence);
            }
            case ProductionHold.Outcome.Never _ -> {
                held = null;
                LOG.error(
                        "'{}' may refuse writes, and this process does not change that: production has moved, or"
                                + " another process goes on with this",
                        now.index());
            }
            case ProductionHold.Outcome.Again _ ->
                LOG.warn("The write block of '{}' could not be lifted yet: this is tried again", now.index());
        }
    }
}
