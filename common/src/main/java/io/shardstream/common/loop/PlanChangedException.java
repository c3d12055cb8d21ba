package io.shardstream.common.loop;

import java.io.Serial;

/// Everything is read again, into other topics than those that this part of the run works with: it has to begin anew,
/// by the plan as it is now. What it did until then does no harm.
public final class PlanChangedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /// @param run its name
    public PlanChangedException(String run) {
        super("Run " + run + " reads everything again into new topics, as 'resume --read-again' was asked to");
    }
}
