package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.lanes.Drain;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.sweep.Sweep;
import io.shardstream.control.sweep.SweepOptions;
import io.shardstream.control.sweep.SweepReport;
import io.shardstream.control.verify.Verification;
import io.shardstream.control.verify.VerificationOptions;
import io.shardstream.control.verify.VerificationReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/// Source and target, compared by sweep and verification.
public final class ComparedEquality implements Equality {
    private static final Duration ONLINE_PATIENCE = Duration.ofMinutes(1);

    private final Function<Sleeper, Sweep> sweeps;
    private final Verifications verifications;
    private final Lanes lanes;
    private final InstantSource clock;

    /// Makes a verification that knows which primaries have changed until now.
    @FunctionalInterface
    public interface Verifications {
        Verification now(Sleeper sleeper) throws ElasticException;
    }

    /// @param sweeps makes a sweep that waits by that sleeper
    /// @param lanes between both
    public ComparedEquality(
            Function<Sleeper, Sweep> sweeps, Verifications verifications, Lanes lanes, InstantSource clock) {
        this.sweeps = sweeps;
        this.verifications = verifications;
        this.lanes = lanes;
        this.clock = clock;
    }

    @Override
    public Verdict establish(Instant deadline, Sleeper sleeper) throws Exception {
        Sweep sweep = sweeps.apply(sleeper);
        Drain drain = new Drain(lanes, clock, sleeper);
        while (true) {
            SweepReport swept = sweep.run(SweepOptions.last(until(deadline)), _ -> {});
            drain.ofNow(deadline);
            VerificationOptions options =
                    VerificationOptions.last(until(deadline)).withRepair(true);
            VerificationReport report = verifications.now(sleeper).run(options, _ -> {});
            boolean isMending = swept.deleted() > 0 || report.repaired() > 0;
            if (report.isClean() || !isMending || !clock.instant().isBefore(deadline)) {
                return new Verdict(report.isClean(), swept.deleted() + " deletes swept; " + sentence(report));
            }
        }
    }

    @Override
    public Verdict check(Instant deadline, Sleeper sleeper) throws Exception {
        return verdict(verifications.now(sleeper).run(VerificationOptions.last(until(deadline)), _ -> {}));
    }

    @Override
    public Verdict checkOnline(Sleeper sleeper) throws Exception {
        return verdict(verifications.now(sleeper).run(VerificationOptions.online(ONLINE_PATIENCE), _ -> {}));
    }

    private static Verdict verdict(VerificationReport report) {
        return new Verdict(report.isClean(), sentence(report));
    }

    private static String sentence(VerificationReport report) {
        return "%d documents of the source, %d of the target, %d of them compared by content: %d differ, %d rejected"
                .formatted(
                        report.sourceDocuments(),
                        report.targetWords(),
                        report.contents(),
                        report.differences(),
                        report.rejects());
    }

    private Duration until(Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
