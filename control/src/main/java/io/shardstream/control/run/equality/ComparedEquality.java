package io.shardstream.control.run.equality;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.sweep.BaselineMaking;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.compare.verify.CountedProof;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Source and target, compared by sweep and verification. What was found equal under the block is not read
/// again while nothing is written to either side. Under the block it is counted where that proves equality
/// ([CountedProof]); whatever is not proved is read. Used by one thread.
public final class ComparedEquality implements Equality {
    private static final Duration ONLINE_PATIENCE = Duration.ofMinutes(1);
    private static final String MOVED = "something was written to the source or the target while they were compared";

    private final Function<Sleeper, Sweep> sweeps;
    private final Verifications verifications;
    private final Lanes lanes;
    private final InstantSource clock;
    private final Standstill standstill;
    private final ComparedContents contents;
    private final CountedEquality counted;
    private @Nullable VerificationReport compared;
    private @Nullable Searches searches;

    /// Makes a verification that knows which primaries have changed until now.
    @FunctionalInterface
    public interface Verifications {
        Verification now(Sleeper sleeper) throws ElasticException;
    }

    /// @param run whose source and target they are
    /// @param sweeps makes a sweep that waits by that sleeper
    public ComparedEquality(
            ComparedRun run, Function<Sleeper, Sweep> sweeps, Verifications verifications, InstantSource clock) {
        this.sweeps = sweeps;
        this.verifications = verifications;
        this.lanes = run.lanes();
        this.clock = clock;
        this.standstill = new Standstill(new FinalNumbers(run.source()), new FinalNumbers(run.target()));
        this.contents = new ComparedContents(new FinalNumbers(run.source()), new FinalNumbers(run.target()));
        this.counted = new CountedEquality(run, standstill, contents, clock);
    }

    /// Compares what searches find, too.
    public ComparedEquality with(Searches both) {
        searches = both;
        return this;
    }

    @Override
    public Optional<Searches> searches() {
        return Optional.ofNullable(searches);
    }

    @Override
    public long sweepOnline(Sleeper sleeper) throws Exception {
        SweepReport swept = sweeps.apply(sleeper).run(SweepOptions.online(ONLINE_PATIENCE), _ -> {});
        new Drain(lanes, clock, sleeper).ofNow(clock.instant().plus(ONLINE_PATIENCE));
        return swept.deleted();
    }

    /// The sweep that counts is part of the comparison, which finds what the source does not have any more and
    /// deletes it as a sweep does.
    @Override
    public Verdict establish(Instant deadline, Sleeper sleeper) throws Exception {
        Optional<CountedProof.Outcome.Proved> proved =
                counted.establish(proofBy(verifications.now(sleeper)), deadline, sleeper);
        return proved.isPresent() ? verdict(proved.get()) : establishByReading(deadline, sleeper);
    }

    private Verdict verdict(CountedProof.Outcome.Proved proved) {
        compared = proved.report();
        // It has compared all documents of these, or knew them to be equal.
        contents.setDifferent(Set.of());
        return new Verdict(
                true,
                sentence(proved.report()) + "; " + proved.sentence(),
                proved.report(),
                Duration.ZERO,
                standstill.targetNumbers());
    }

    private Verdict establishByReading(Instant deadline, Sleeper sleeper) throws Exception {
        long before = Long.MAX_VALUE;
        while (true) {
            standstill.forget();
            Verification verification = contents.toldTo(verifications.now(sleeper), sleeper)
                    .beforeEachPass(() -> standstill.begin(sleeper));
            VerificationReport report =
                    run(verification, VerificationOptions.last(until(deadline)).withRepair(true));
            compared = report;
            if (report.isClean()) {
                standstill.keep();
                return new Verdict(
                        true,
                        report.repaired() + " mended; " + sentence(report) + "; " + counted.whyRead(),
                        report,
                        verification.reading(),
                        standstill.targetNumbers());
            }
            // What was published again and differs as before will not be mended by publishing it once more.
            boolean getsBetter = report.repaired() > 0 && report.differences() < before;
            if (!getsBetter || !clock.instant().isBefore(deadline)) {
                return verdict(report, verification);
            }
            before = report.differences();
        }
    }

    @Override
    public Verdict check(Instant deadline, Sleeper sleeper) throws Exception {
        VerificationReport before = compared;
        // What somebody else has found since is looked for in all documents of its shard.
        if (before != null && contents.different().isEmpty() && standstill.lasts(sleeper)) {
            return new Verdict(
                    true,
                    sentence(before) + "; nothing was written to either side since",
                    before,
                    Duration.ZERO,
                    standstill.targetNumbers());
        }
        Verification verification = verifications.now(sleeper);
        Optional<CountedProof.Outcome.Proved> proved = counted.check(proofBy(verification), sleeper);
        return proved.isPresent() ? verdict(proved.get()) : checkByReading(verification, deadline, sleeper);
    }

    private Verdict checkByReading(Verification verification, Instant deadline, Sleeper sleeper) throws Exception {
        standstill.forget();
        boolean isStill = counted.settles(sleeper);
        Verification told = verification.wholeToo(contents.putBack(sleeper)).wholeToo(contents.different());
        VerificationReport report = run(told, VerificationOptions.last(until(deadline)));
        if (!report.isClean()) {
            return verdict(report, verification);
        }
        if (!isStill || !standstill.lastsSinceBegun(sleeper)) {
            return new Verdict(
                    false, sentence(report) + "; " + MOVED, report, verification.reading(), Optional.empty());
        }
        standstill.keep();
        compared = report;
        return new Verdict(true, sentence(report), report, verification.reading(), standstill.targetNumbers());
    }

    @Override
    public boolean isAsCompared(Sleeper sleeper) {
        return standstill.lasts(sleeper);
    }

    /// Also leaves behind what the comparison under the block counts against.
    @Override
    public Verdict checkOnline(Sleeper sleeper) throws Exception {
        contents.begin(sleeper);
        BaselineMaking making = counted.begin();
        Verification verification =
                verifications.now(sleeper).wholeToo(contents.different()).making(making);
        VerificationReport report = run(verification, VerificationOptions.online(ONLINE_PATIENCE));
        if (report.isClean()) {
            contents.keep(report.checkpoints(), verification::isWhole);
        }
        counted.keep(making, report);
        return verdict(report, verification);
    }

    @Override
    public void compareAllOf(Set<Integer> shards) {
        contents.setDifferent(shards);
    }

    @Override
    public Set<Integer> different() {
        return contents.different();
    }

    private CountedProof proofBy(Verification verification) {
        return verification.wholeToo(contents.different()).proof();
    }

    private VerificationReport run(Verification verification, VerificationOptions options)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        VerificationReport report = null;
        try {
            report = verification.run(options, _ -> {});
            return report;
        } finally {
            contents.setDifferent(verification.differentAfter(contents.different(), report));
        }
    }

    @Override
    public Approach approach(Sleeper sleeper, boolean deletes) throws Exception {
        return counted.approach(sleeper, deletes);
    }

    private static Verdict verdict(VerificationReport report, Verification verification) {
        return new Verdict(report.isClean(), sentence(report), report, verification.reading(), Optional.empty());
    }

    private static String sentence(VerificationReport report) {
        return "%s of the source, %d of the target, %d of them compared by content: %s%s, %d missing and %d stale by rejects%s"
                .formatted(
                        NumberText.of(report.sourceDocuments(), "document"),
                        report.targetWords(),
                        report.contents(),
                        NumberText.of(report.differences(), "difference"),
                        named(report),
                        report.count(Kind.REJECTED),
                        report.count(Kind.STALE_BY_REJECT),
                        report.replaced() == 0 ? "" : ", " + report.replaced() + " replaced on purpose");
    }

    /// The first documents that differ, in brackets; nothing if there are none.
    private static String named(VerificationReport report) {
        String some = report.firstNamed(_ -> true);
        return some.isEmpty() ? "" : " (" + some + ")";
    }

    private Duration until(Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
