package io.shardstream.control.completion;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.lanes.NotDrainedException;
import io.shardstream.control.sweep.Sweep;
import io.shardstream.control.sweep.SweepOptions;
import io.shardstream.control.sweep.SweepReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sweeps on a schedule, while the run follows the source. One that fails is made up for by the next. However long
/// they take, they take a tenth of the time at most: the next one begins no sooner than nine times as long after the
/// last as that one took.
final class Sweeping {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeping.class);
    private static final int PAUSE_FACTOR = 9;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Sweep sweep;
    private final Duration every;
    private final BooleanSupplier mayBegin;
    private final InstantSource clock;
    private Instant next = Instant.MIN;

    /// @param every from the end of one to the begin of the next, at least
    /// @param mayBegin whether the limits of the run let one begin
    Sweeping(Sweep sweep, Duration every, BooleanSupplier mayBegin, InstantSource clock) {
        this.sweep = sweep;
        this.every = every;
        this.mayBegin = mayBegin;
        this.clock = clock;
    }

    void sweepIfDue() throws InterruptedException {
        if (clock.instant().isBefore(next) || !mayBegin.getAsBoolean()) {
            return;
        }
        Instant begun = clock.instant();
        try {
            SweepReport report = sweep.run(SweepOptions.online(PATIENCE), _ -> {});
            if (report.deleted() > 0) {
                LOG.info("Swept: {} documents that the source has no more are deleted", report.deleted());
            }
        } catch (ElasticException | NotPrimaryException | NotDrainedException | RetriableException e) {
            LOG.warn("The sweep is left to the next one: {}", e.getMessage());
        }
        Instant ended = clock.instant();
        Duration pause = Duration.between(begun, ended).multipliedBy(PAUSE_FACTOR);
        next = ended.plus(pause.compareTo(every) > 0 ? pause : every);
    }
}
