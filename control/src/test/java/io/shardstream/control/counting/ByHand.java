package io.shardstream.control.counting;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.sweep.Baseline;
import io.shardstream.control.compare.sweep.BaselineMaking;
import io.shardstream.control.compare.sweep.NextBaseline;
import io.shardstream.control.compare.verify.CountedProof;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.KnownContents;
import io.shardstream.control.compare.version.LaneGate;
import io.shardstream.control.compare.version.WordLookup;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// The comparison that counts, put together of its parts here, so that single steps can be left out. What it does not
/// prove it does not read either.
final class ByHand {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int TRIES = 4;

    private final CountedWorld world;
    private final BrokenSides sides;
    private final ComparedRun run;
    private Optional<Baseline> baseline = Optional.empty();

    ByHand(CountedWorld world, BrokenSides sides, ComparedRun run) {
        this.world = world;
        this.sides = sides;
        this.run = run;
    }

    private record Moment(List<CopyNumbers> source, List<CopyNumbers> target) {}

    private Verification verification() {
        return new Verification(run, Set.of(), world, world.sleeper(), 1_000_000, new Random(1));
    }

    private static List<CopyNumbers> numbers(List<ScannedShard> shards) throws ElasticException, NotPrimaryException {
        List<CopyNumbers> all = new ArrayList<>();
        for (ScannedShard shard : shards) {
            all.add(shard.locate().numbers());
        }
        return all;
    }

    private Baseline noted(Baseline made) {
        return sides.isOff(CountingRule.AHEAD) ? with(made, new Roaring64Bitmap(), made.lookup()) : made;
    }

    private Baseline moved(Baseline before, Baseline made) {
        return sides.isOff(CountingRule.OWN_NUMBERS_OF_ROUNDS)
                ? with(made, made.ahead(), before.lookup())
                : noted(made);
    }

    private static Baseline with(Baseline made, Roaring64Bitmap ahead, WordLookup lookup) {
        return new Baseline(made.source(), made.target(), made.gone(), ahead, made.again(), lookup);
    }

    /// Compares while both sides go on, and leaves a baseline behind.
    void compare() throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        baseline = Optional.empty();
        sides.count(baseline);
        BaselineMaking making = new BaselineMaking(numbers(run.target()));
        VerificationReport report = verification().making(making).run(VerificationOptions.online(PATIENCE), _ -> {});
        if (!report.isClean() && !sides.isOff(CountingRule.DIFFERENCES)) {
            making.refuse("both sides differed");
        } else if (report.rejects() > 0 && !sides.isOff(CountingRule.REJECTS)) {
            making.refuse("the target has refused documents");
        }
        baseline = making.made().map(this::noted);
    }

    /// Has what is new become old.
    void approach(boolean deletes)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        if (baseline.isEmpty()) {
            return;
        }
        Drain drain = new Drain(run.lanes(), world, world.sleeper());
        NextBaseline next =
                new NextBaseline(run, new Asking(world.sleeper()), new LaneGate(run, drain), world, deletes, _ -> {});
        List<CopyNumbers> there = numbers(run.target());
        List<CopyNumbers> here = numbers(run.source());
        sides.count(sides.isOff(CountingRule.NEWER) ? Optional.empty() : baseline);
        Baseline before = baseline.get();
        baseline = next.from(before, there, here, world.instant().plus(PATIENCE)) instanceof NextBaseline.Moved.To to
                ? Optional.of(moved(before, to.baseline()))
                : Optional.empty();
        sides.count(Optional.empty());
    }

    /// Whether both sides are equal.
    ///
    /// @param deletes whether deletes may be published
    boolean prove(boolean deletes)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        CountedProof proof = verification().proof();
        for (int time = 0; time < TRIES && baseline.isPresent(); time++) {
            Optional<Moment> before = now();
            if (before.isEmpty()) {
                world.pass(Duration.ofMillis(50));
                continue;
            }
            sides.count(baseline);
            CountedProof.Outcome outcome =
                    proof.of(baseline.get(), before.get().source(), before.get().target(), KnownContents.NONE, deletes);
            sides.count(Optional.empty());
            switch (outcome) {
                case CountedProof.Outcome.Proved _ -> {
                    if (sides.isOff(CountingRule.STANDSTILL) || isAsIt(before.get())) {
                        return true;
                    }
                }
                case CountedProof.Outcome.Deleted(long _, Baseline next) -> {
                    baseline = Optional.of(next);
                    new Drain(run.lanes(), world, world.sleeper())
                            .ofNow(world.instant().plus(PATIENCE));
                }
                case CountedProof.Outcome.Unproven _, CountedProof.Outcome.Different _ -> {}
            }
        }
        return false;
    }

    private boolean isAsIt(Moment was) throws ElasticException, NotPrimaryException {
        return now().filter(now -> same(was.source(), now.source()) && same(was.target(), now.target()))
                .isPresent();
    }

    private static boolean same(List<CopyNumbers> before, List<CopyNumbers> now) {
        for (int shard = 0; shard < before.size(); shard++) {
            if (before.get(shard).maxSeqNo() != now.get(shard).maxSeqNo()
                    || !before.get(shard).identity().hasTermOf(now.get(shard).identity())) {
                return false;
            }
        }
        return true;
    }

    private Optional<Moment> now() throws ElasticException, NotPrimaryException {
        List<CopyNumbers> here = numbers(run.source());
        List<CopyNumbers> there = numbers(run.target());
        return isSettled(run.source(), here) && isSettled(run.target(), there)
                ? Optional.of(new Moment(here, there))
                : Optional.empty();
    }

    private static boolean isSettled(List<ScannedShard> shards, List<CopyNumbers> numbers)
            throws ElasticException, NotPrimaryException {
        for (int shard = 0; shard < shards.size(); shard++) {
            CopyNumbers of = numbers.get(shard);
            ElectedPrimary elected = shards.get(shard).elected();
            if (of.globalCheckpoint() != of.maxSeqNo() || !elected.is(of.identity()) || elected.moves()) {
                return false;
            }
        }
        return true;
    }
}
