package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;

/// Whether a run has blocked clients' writes to the index that production uses, or may have, and a controller
/// that only takes over would end that.
public final class LeftWrites {
    private LeftWrites() {}

    /// As far as the control topic says.
    ///
    /// Not while `cutover.on-swap` is being called: it may have moved the applications, and only a controller
    /// that can call it again may decide. After the swap only an open request has a controller do anything:
    /// what a command was told that it cannot do is left to whoever reads its answer.
    public static boolean areRefused(ControlRecords said) {
        return RefusedWrites.of(said).isPresent()
                && switch (said.phase().map(RunPhase::phase).orElse(Phase.BACKFILL)) {
                    case CATCHING_UP, CUTTING_OVER -> !OnSwapCall.isOpen(said);
                    case COMPLETED -> said.openRequest().isPresent();
                    case BACKFILL, ABORTED, FAILED -> false;
                };
    }
}
