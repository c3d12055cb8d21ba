package io.shardstream.common.loop;

import java.io.Serial;

/// Everything is read again, into other topics than those that this part of the run works with, or the topics belong to
/// another run of that name: it has to begin anew, by the plan as it is now. What it did until then does no harm.
public final class PlanChangedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /// @param run its name
    public PlanChangedException(String run) {
        this(run, " reads everything again into new topics, as 'resume --read-again' was asked to");
    }

    private PlanChangedException(String run, String what) {
        super("Run " + run + what);
    }

    /// @param run the name of both
    public static PlanChangedException ofAnotherRun(String run) {
        return new PlanChangedException(run, " was begun anew: its topics are not those that this process worked with");
    }
}
