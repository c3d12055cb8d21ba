package io.shardstream.cli.steer;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.run.cutover.OnSwapCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A request that nobody has begun for long, while no step of another one moves either. A process that stands still
/// controls the run as long as Kafka hears of it, and nobody else does.
final class UntakenRequest {
    /// More than a controller takes that is asking servers for something.
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Request request;
    private final String self;
    private final InstantSource clock;
    private final BooleanSupplier seesAll;
    private List<ByteBuffer> steps = List.of();
    private Instant since;
    private boolean isTold;
    private boolean isCallTold;

    /// @param self this process, which may control the run itself
    /// @param seesAll whether nothing that was written to the control topic is hidden by a transaction that
    ///     is open
    UntakenRequest(Request request, String self, InstantSource clock, BooleanSupplier seesAll) {
        this.request = request;
        this.self = self;
        this.clock = clock;
        this.seesAll = seesAll;
        this.since = clock.instant();
    }

    /// What to look for, each once; empty if there is nothing to say.
    ///
    /// @param said what the control topic says now
    Optional<String> sentence(ControlRecords said) {
        // Whether they can be read is for those to say who go by them.
        List<ByteBuffer> now = said.all(Step.KEY_PREFIX, ByteBuffer::wrap);
        if (!now.equals(steps)) {
            steps = now;
            since = clock.instant();
        }
        if (said.hasAny(Step.keyPrefix(request.id())) || clock.instant().isBefore(since.plus(LONG))) {
            return Optional.empty();
        }
        boolean isCalling = isCalling(said);
        if (isCalling ? isCallTold : isTold) {
            return Optional.empty();
        }
        if (!isCalling && !seesAll.getAsBoolean()) {
            // It may have been begun, and nobody takes a run over from which something is hidden.
            since = clock.instant();
            return Optional.empty();
        }
        isCallTold |= isCalling;
        isTold |= !isCalling;
        Optional<String> other = controller(said).filter(who -> !who.equals(self));
        return isCalling ? other.map(this::ofCall) : other.map(this::ofStandstill);
    }

    private String ofCall(String who) {
        return "Process " + who + " is calling cutover.on-swap, which may take as long as cutover.on-swap-timeout: '"
                + request.kind().label()
                + "' is carried out after that. Do not kill the process: until the call has ended,"
                + " nobody else knows where the applications are.";
    }

    private String ofStandstill(String who) {
        return "No process has started '" + request.kind().label() + "' for " + LONG.toSeconds() + " s. Process " + who
                + " controls the run. If it hangs, kill it, and another process takes over.";
    }

    /// No step moves until that has an answer, which is as it should be. What cannot be read says nothing of
    /// it.
    private static boolean isCalling(ControlRecords said) {
        try {
            return OnSwapCall.isOpen(said);
        } catch (BlockedException e) {
            return false;
        }
    }

    /// Empty also where the record cannot be read: an abort goes on over that.
    private static Optional<String> controller(ControlRecords said) {
        try {
            return said.of(Controller.KEY, Controller::decode).map(Controller::who);
        } catch (BlockedException e) {
            return Optional.empty();
        }
    }
}
