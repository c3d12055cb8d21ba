package io.shardstream.control.run;

import io.shardstream.common.contract.record.Request;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import java.time.Instant;

/// What a controller does that a command starts for its request: it carries out what was asked for, and
/// finishes a cut-over that was left. What a run needs day by day, such as trimming, sweeps and the limit of
/// rejects, goes by the run file of its own process: a command may have another one, and what is trimmed once
/// is gone.
final class AskedWork implements ControllerWork {
    private final Runnable begin;
    private final ControllerWork switching;
    private Instant nextLook = Instant.MIN;

    /// @param begin what is forgotten at a take-over besides
    /// @param switching carries requests out
    AskedWork(Runnable begin, ControllerWork switching) {
        this.begin = begin;
        this.switching = switching;
    }

    @Override
    public void begin() {
        nextLook = Instant.MIN;
        begin.run();
        switching.begin();
    }

    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        Instant now = term.clock().instant();
        if (!now.isBefore(nextLook)) {
            nextLook = now.plus(RunWork.BETWEEN_LOOKS);
            switching.goOn(term);
        }
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        switching.carryOut(request, term);
    }
}
