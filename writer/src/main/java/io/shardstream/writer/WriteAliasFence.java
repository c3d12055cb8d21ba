package io.shardstream.writer;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import java.time.Duration;
import java.util.function.LongSupplier;

/// What a writer makes of a target without write alias. A cut-over takes it away, and gives it back if it is
/// aborted: meanwhile records wait. Somebody else who takes it away stops the writer, but only after the
/// control topic has had time to say that it was a cut-over, which a writer that was frozen has not heard of.
final class WriteAliasFence {
    /// Longer than a controller that died is missed by its group, and its successor needs to give an alias back
    /// that a late call of a cut-over took away.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ControlTopicTail control;
    private final Patience patience;

    WriteAliasFence(ControlTopicTail control, LongSupplier nanoTime) {
        this.control = control;
        this.patience = new Patience(PATIENCE, nanoTime);
    }

    /// The target said that there is no write alias; what was sent is to be sent again.
    ///
    /// @return whether it may come back: if not, it was not a cut-over that took it away
    boolean mayPass() {
        if (isControlled()) {
            patience.end();
        }
        return patience.isLeft();
    }

    /// A call of an earlier cut-over may take the alias away while a controller looks whether the next one may
    /// begin: it gives the alias back when it is done with that.
    private boolean isControlled() {
        ControlRecords now = control.latest();
        return now.isIn(Phase.CUTTING_OVER) || now.openRequest().isPresent();
    }

    /// The target took something.
    void passed() {
        patience.end();
    }
}
