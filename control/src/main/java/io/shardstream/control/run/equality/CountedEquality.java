package io.shardstream.control.run.equality;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.sweep.Baseline;
import io.shardstream.control.compare.sweep.BaselineMaking;
import io.shardstream.control.compare.sweep.NextBaseline;
import io.shardstream.control.compare.verify.CountedProof;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The comparison under the block, by counting against what the comparison before it has left behind. That is
/// kept in memory: a controller that takes a cut-over under way over has none, and reads.
final class CountedEquality {
    private static final Logger LOG = LoggerFactory.getLogger(CountedEquality.class);

    /// Each time deletes have been carried out, or something has moved.
    private static final int TRIES = 4;

    /// Rounds that are made before the block at most, each of what is new since the last.
    private static final int MOST_ROUNDS = 5;

    /// A round that takes no longer is the last.
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final int LOOKS = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final ComparedRun run;
    private final FinalNumbers source;
    private final FinalNumbers target;
    private final Standstill standstill;
    private final ComparedContents contents;
    private final InstantSource clock;
    private Optional<Baseline> baseline = Optional.empty();
    private String why = "this controller has not compared both sides before the block";

    CountedEquality(ComparedRun run, Standstill standstill, ComparedContents contents, InstantSource clock) {
        this.run = run;
        this.source = new FinalNumbers(run.source());
        this.target = new FinalNumbers(run.target());
        this.standstill = standstill;
        this.contents = contents;
        this.clock = clock;
    }

    /// A comparison begins, whose start `contents` has noted.
    BaselineMaking begin() {
        baseline = Optional.empty();
        return new BaselineMaking(contents.begunInTarget());
    }

    /// The comparison has ended.
    void keep(BaselineMaking making, VerificationReport report) {
        if (!report.isClean()) {
            making.refuse("both sides differed before the block");
        } else if (report.rejects() > 0 || report.replaced() > 0) {
            making.refuse("the target has refused documents");
        }
        baseline = making.made();
        baseline.ifPresent(Baseline::prepare);
        why = making.problem();
    }

    /// Has what is new become old, again and again, until little is.
    ///
    /// @param deletes whether deletes may be published
    Equality.Approach approach(Sleeper sleeper, boolean deletes)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Drain drain = new Drain(run.lanes(), clock, sleeper);
        NextBaseline next = new NextBaseline(
                run, new Asking(sleeper, run.atOnce()), new LaneGate(run, drain), clock, deletes, _ -> {});
        Duration before = Duration.ZERO;
        Duration asked = Duration.ZERO;
        Duration expected = Duration.ZERO;
        long deleted = 0;
        for (int round = 1; round <= MOST_ROUNDS && baseline.isPresent(); round++) {
            Instant begun = clock.instant();
            List<CopyNumbers> there = target.now(sleeper);
            List<CopyNumbers> here = source.now(sleeper);
            switch (next.from(baseline.get(), there, here, begun.plus(PATIENCE))) {
                case NextBaseline.Moved.To to -> {
                    expected = underBlock(to, baseline.get());
                    baseline = Optional.of(to.baseline());
                    deleted += to.deleted();
                    asked = to.asked();
                }
                case NextBaseline.Moved.Stopped(String reason) -> {
                    baseline = Optional.empty();
                    why = reason;
                }
            }
            Duration took = Duration.between(begun, clock.instant());
            if (round > 1 && (took.compareTo(SHORT) < 0 || took.compareTo(before) >= 0)) {
                break;
            }
            before = took;
        }
        baseline.ifPresent(Baseline::prepare);
        return baseline.isEmpty()
                ? new Equality.Approach(false, Duration.ZERO, whyRead())
                : new Equality.Approach(
                        true,
                        expected,
                        "servers count what is old, which took %.1f s to compare; %s deleted before"
                                .formatted(
                                        asked.toMillis() / 1000.0,
                                        io.shardstream.common.contract.bytes.NumberText.of(deleted, "document")));
    }

    /// How long both sides will be asked under the block, by a round before it. Where nobody wrote to the
    /// source before that round, and no document of the target has to be looked for, hardly anything is
    /// asked.
    private static Duration underBlock(NextBaseline.Moved.To round, Baseline before) {
        boolean isAtRest = IntStream.range(0, before.source().size())
                .allMatch(shard -> round.baseline().source().get(shard).upTo()
                        == before.source().get(shard).upTo());
        return isAtRest && round.baseline().gone().isEmpty() ? Duration.ZERO : round.asked();
    }

    /// Why everything was read, as a part of a sentence.
    String whyRead() {
        return "all numbers were read, not counted: " + why;
    }

    /// Deletes in the target what the source no longer has, and proves that both are equal.
    ///
    /// @return empty if that is not proved
    Optional<CountedProof.Outcome.Proved> establish(CountedProof proof, Instant deadline, Sleeper sleeper)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        for (int time = 0; time < TRIES && baseline.isPresent(); time++) {
            standstill.forget();
            if (!settles(sleeper)) {
                return unproven("the numbers of both sides do not settle");
            }
            switch (once(proof, true, sleeper)) {
                case CountedProof.Outcome.Proved proved -> {
                    if (standstill.lastsSinceBegun(sleeper)) {
                        standstill.keep();
                        return Optional.of(proved);
                    }
                    why = "something was written to the source or the target meanwhile";
                }
                case CountedProof.Outcome.Deleted(long documents, Baseline next) -> {
                    baseline = Optional.of(next);
                    LOG.info("{} documents that the source has no more are deleted in the target", documents);
                    why = "the target still had documents that the source has not";
                    new Drain(run.lanes(), clock, sleeper).ofNow(deadline);
                }
                case CountedProof.Outcome.Different(Set<Integer> shards) -> {
                    contents.differIn(shards);
                    return unproven("documents of both sides have other contents");
                }
                case CountedProof.Outcome.Unproven(String reason) -> {
                    if (standstill.lastsSinceBegun(sleeper)) {
                        return unproven(reason);
                    }
                    why = reason;
                }
            }
        }
        return unproven(why);
    }

    /// Proves that both are equal, without changing anything.
    Optional<CountedProof.Outcome.Proved> check(CountedProof proof, Sleeper sleeper)
            throws ElasticException, NotPrimaryException, InterruptedException {
        standstill.forget();
        if (baseline.isEmpty() || !settles(sleeper)) {
            return Optional.empty();
        }
        CountedProof.Outcome outcome = once(proof, false, sleeper);
        if (outcome instanceof CountedProof.Outcome.Different(Set<Integer> shards)) {
            contents.differIn(shards);
        }
        if (outcome instanceof CountedProof.Outcome.Proved proved && standstill.lastsSinceBegun(sleeper)) {
            standstill.keep();
            return Optional.of(proved);
        }
        return Optional.empty();
    }

    private Optional<CountedProof.Outcome.Proved> unproven(String reason) {
        why = reason;
        LOG.info("The numbers of all documents are read: {}", reason);
        return Optional.empty();
    }

    private CountedProof.Outcome once(CountedProof proof, boolean deletes, Sleeper sleeper)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Standstill.Moment moment = standstill.begun().orElseThrow();
        return proof.of(baseline.orElseThrow(), moment.source(), moment.target(), contents.known(sleeper), deletes);
    }

    /// Takes a moment of a standstill, and has the target settle until there is one.
    ///
    /// @return false if there was none for a second
    boolean settles(Sleeper sleeper) throws ElasticException, NotPrimaryException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            standstill.begin(sleeper);
            if (standstill.begun().isPresent()) {
                return true;
            }
            standstill.settleTarget(sleeper);
            sleeper.sleep(BETWEEN_LOOKS);
        }
        return false;
    }
}
