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

/// Source and target, compared by sweep and verification.
public final class ComparedEquality implements Equality {
    private static final Duration ONLINE_PATIENCE = Duration.ofMinutes(1);

    /// Makes a verification that knows which primaries have changed until now.
    @FunctionalInterface
    public interface Verifications {
        Verification now() throws ElasticException;
    }

    private final Sweep sweep;
    private final Verifications verifications;
    private final Drain drain;
    private final InstantSource clock;

    public ComparedEquality(
            Sweep sweep, Verifications verifications, Lanes lanes, InstantSource clock, Sleeper sleeper) {
        this.sweep = sweep;
        this.verifications = verifications;
        this.drain = new Drain(lanes, clock, sleeper);
        this.clock = clock;
    }

    @Override
    public Verdict establish(Instant deadline) throws Exception {
        while (true) {
            SweepReport swept = sweep.run(SweepOptions.last(until(deadline)), _ -> {});
            drain.ofNow(deadline);
            VerificationOptions options =
                    VerificationOptions.last(until(deadline)).withRepair(true);
            VerificationReport report = verifications.now().run(options, _ -> {});
            if (report.isClean() || !clock.instant().isBefore(deadline)) {
                return new Verdict(report.isClean(), swept.deleted() + " deletes swept; " + sentence(report));
            }
        }
    }

    @Override
    public Verdict check(Instant deadline) throws Exception {
        return verdict(verifications.now().run(VerificationOptions.last(until(deadline)), _ -> {}));
    }

    @Override
    public Verdict checkOnline() throws Exception {
        return verdict(verifications.now().run(VerificationOptions.online(ONLINE_PATIENCE), _ -> {}));
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
