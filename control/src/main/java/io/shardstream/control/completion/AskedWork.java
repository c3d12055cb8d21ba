package io.shardstream.control.completion;

import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.controller.Work;
import java.time.Instant;

/// What a controller does that a command starts for its request: it carries out what was asked for, and
/// finishes a cut-over that was left. What a run needs day by day, such as trimming, sweeps and the limit of
/// rejects, goes by the run file of its own process: a command may have another one, and what is trimmed once
/// is gone.
final class AskedWork implements Work {
    private final Runnable begin;
    private final Work switching;
    private Instant nextLook = Instant.MIN;

    /// @param begin what is forgotten at a take-over besides
    /// @param switching carries requests out
    AskedWork(Runnable begin, Work switching) {
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
    public void goOn(Term term) throws Exception {
        Instant now = term.clock().instant();
        if (!now.isBefore(nextLook)) {
            nextLook = now.plus(RunWork.BETWEEN_LOOKS);
            switching.goOn(term);
        }
    }

    @Override
    public void carryOut(Request request, Term term) throws Exception {
        switching.carryOut(request, term);
    }
}
