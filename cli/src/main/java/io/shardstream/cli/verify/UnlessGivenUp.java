package io.shardstream.cli.verify;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;

/// Waits for readers and writers of a run unless it is given up meanwhile, as they have ended for good then.
final class UnlessGivenUp implements Sleeper {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final String run;
    private final Sleeper sleeper;
    private final Supplier<ControlRecords> control;
    private final InstantSource clock;
    private Instant next;

    /// @param run its name
    /// @param control reads what the control topic says
    UnlessGivenUp(String run, Sleeper sleeper, Supplier<ControlRecords> control, InstantSource clock) {
        this.run = run;
        this.sleeper = sleeper;
        this.control = control;
        this.clock = clock;
        this.next = clock.instant().plus(BETWEEN_LOOKS);
    }

    /// @throws RunRefusedException if the run has been given up
    @Override
    public void sleep(Duration time) throws InterruptedException {
        Instant now = clock.instant();
        // Who only lets others go first does not wait.
        if (time.isPositive() && !now.isBefore(next)) {
            next = now.plus(BETWEEN_LOOKS);
            requireGoingOn();
        }
        sleeper.sleep(time);
    }

    private void requireGoingOn() {
        switch (phase()) {
            case ABORTED, FAILED ->
                throw new RunRefusedException("Run " + run
                        + " has ended in the meantime, and so have its readers and writers: 'status' says why.");
            case BACKFILL, CATCHING_UP, CUTTING_OVER, COMPLETED -> {}
        }
    }

    /// Kafka may be away for a while.
    private Phase phase() {
        try {
            return control.get()
                    .of(RunPhase.KEY, RunPhase::decode)
                    .map(RunPhase::phase)
                    .orElse(Phase.BACKFILL);
        } catch (RetriableException e) {
            return Phase.CATCHING_UP;
        }
    }
}
