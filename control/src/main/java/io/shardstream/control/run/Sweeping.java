package io.shardstream.control.run;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sweeps on a schedule, while the run follows the source. One that fails is made up for by the next. However
/// long they take, they take a tenth of the time at most: the next one begins no sooner than nine times as
/// long after the last as that one took.
///
/// A sweep of a large index takes long, and whoever controls the run has more to look after. That is done in
/// the same thread, whenever the sweep waits: at least every 100 ms while servers are asked.
final class Sweeping {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeping.class);
    private static final int PAUSE_FACTOR = 9;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Sweep sweep;
    private final Duration every;
    private final BooleanSupplier mayBegin;
    private final SweepFailures failures;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private Runnable meanwhile = () -> {};

    /// @param sweeps makes a sweep that waits by that sleeper
    /// @param sleeper how to wait
    /// @param every from the end of one to the begin of the next, at least
    /// @param mayBegin whether the limits of the run let one begin
    /// @param failures told how each has gone
    Sweeping(
            Function<Sleeper, Sweep> sweeps,
            Sleeper sleeper,
            Duration every,
            BooleanSupplier mayBegin,
            SweepFailures failures,
            InstantSource clock) {
        this.sweep = sweeps.apply(time -> {
            meanwhile.run();
            sleeper.sleep(time);
        });
        this.every = every;
        this.mayBegin = mayBegin;
        this.failures = failures;
        this.clock = clock;
    }

    /// @param duties what is not to be left undone while a sweep lasts; may end it by a [SweepEndedException]
    void sweepIfDue(Runnable duties) throws InterruptedException {
        if (clock.instant().isBefore(next) || !mayBegin.getAsBoolean()) {
            return;
        }
        Instant begun = clock.instant();
        boolean gaveWay = false;
        meanwhile = () -> carryOut(duties);
        try {
            SweepReport report = sweep.run(SweepOptions.online(PATIENCE), _ -> {});
            failures.succeeded();
            if (report.deleted() > 0) {
                LOG.info("Swept: {} documents that the source has no more are deleted", report.deleted());
            }
        } catch (SweepEndedException e) {
            LOG.info("The sweep is left to the next one: {}", e.getMessage());
            gaveWay = true;
        } catch (ElasticException | NotPrimaryException | NotDrainedException | RetriableException e) {
            LOG.warn("The sweep is left to the next one: {}", e.getMessage());
            Instant ended = clock.instant();
            failures.failed(
                    ElasticException.inSentence(e),
                    Duration.between(begun, ended),
                    Duration.between(ended, afterOneOf(begun)));
        } finally {
            meanwhile = () -> {};
            // Also after what ends controlling, which begins anew a second later.
            next = gaveWay ? clock.instant().plus(every) : afterOneOf(begun);
        }
    }

    private Instant afterOneOf(Instant begun) {
        Instant ended = clock.instant();
        Duration pause = Duration.between(begun, ended).multipliedBy(PAUSE_FACTOR);
        return ended.plus(pause.compareTo(every) > 0 ? pause : every);
    }

    /// What has been written to the target since may be of another state than the last sweep has seen.
    void forget() {
        sweep.forget();
    }

    /// Something may have been published once more that the last sweep knows nothing of.
    void skipNothing() {
        sweep.skipNothing();
    }

    /// After a write to the control topic that was given up controlling has to begin anew, and not only the
    /// sweep.
    private static void carryOut(Runnable duties) {
        try {
            duties.run();
        } catch (RetriableException e) {
            throw new KafkaException(e.getMessage(), e);
        }
    }
}
