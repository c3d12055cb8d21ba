package io.shardstream.control.run;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.cutover.LeftWrites;
import io.shardstream.control.run.cutover.OnSwapCall;
import io.shardstream.control.state.controller.Tenure;
import java.util.Optional;

/// For how long a process controls a run only to end what another one has left.
final class ReliefTenure implements Tenure {
    /// How often it goes on with a run that follows its source again, a fifth of a second apart: so it gives
    /// writers the alias back that the cut-over took away.
    static final int SETTLING = 50;

    private final String who;
    private int settled;

    /// @param who controls it, as people know it, such as `reader host-1/4711`
    ReliefTenure(String who) {
        this.who = who;
    }

    @Override
    public Optional<String> leaving() {
        return Optional.of("the process that controlled the run was gone, so the " + who + " ended it");
    }

    @Override
    public boolean goesOn(ControlRecords now) {
        if (OnSwapCall.isOpen(now)) {
            // Another controller may have come and gone while this one stood by.
            return false;
        }
        if (LeftWrites.areRefused(now) || isUnfinished(now)) {
            settled = 0;
            return true;
        }
        // What is asked for now is for a controller that stays.
        return now.openRequest().isEmpty() && settled++ < SETTLING;
    }

    /// What was begun is brought to its end, also when writes are taken again.
    private static boolean isUnfinished(ControlRecords now) {
        return switch (now.phase().map(RunPhase::phase).orElse(Phase.BACKFILL)) {
            case CUTTING_OVER -> true;
            case COMPLETED ->
                now.openRequest()
                        .filter(request -> request.kind() == Request.Kind.ROLLBACK)
                        .isPresent();
            case BACKFILL, CATCHING_UP, ABORTED, FAILED -> false;
        };
    }
}
