package io.shardstream.control.counting;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One seed: sweeps and comparisons of a run under trouble, cut-overs that are begun and given up, and after each of
/// them what has to be true.
final class CountedHistory {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final long MOST_BYTES = 1_000_000;

    private final CountedWorld world;
    private final BrokenSides sides;
    private final boolean isByHand;
    private ComparedRun run;
    private Sweep sweep;
    private ComparedEquality equality;
    private ByHand byHand;
    private int counted;
    private int blocks;

    /// Something was not true that has to be.
    static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Violation(String message) {
            super(message);
        }
    }

    /// @param off the rule that is broken, null for none
    /// @param isByHand whether the comparison is the one that is put together here
    CountedHistory(long seed, @Nullable CountingRule off, boolean isByHand) {
        this.world = new CountedWorld(seed, off);
        this.sides = new BrokenSides(world, off);
        this.isByHand = isByHand;
        this.run = world.run(sides);
        this.sweep = newSweep();
        this.equality = newEquality();
        this.byHand = new ByHand(world, sides, run);
    }

    private Sweep newSweep() {
        return new Sweep(run, world, world.sleeper(), MOST_BYTES);
    }

    private ComparedEquality newEquality() {
        return new ComparedEquality(
                run,
                sleeper -> new Sweep(run, world, sleeper, MOST_BYTES),
                sleeper -> new Verification(run, Set.of(), world, sleeper, MOST_BYTES, new Random(1)),
                world);
    }

    private void controllerDies() {
        run = world.run(sides);
        sweep = newSweep();
        equality = newEquality();
        byHand = new ByHand(world, sides, run);
    }

    /// How many comparisons have counted.
    int counted() {
        return counted;
    }

    /// How many comparisons under a block were made.
    int blocks() {
        return blocks;
    }

    /// @throws Violation if something was not true that has to be
    void play() throws Exception {
        Random random = world.random();
        world.happen(30 + random.nextInt(60));
        sweepSome(random);
        for (int attempt = world.turmoil().cutovers(); attempt > 0; attempt--) {
            goOn(random);
            world.turmoil().openSource(false);
            catchUp();
            attempt(this::underBlock);
            world.target().open(true);
            world.turmoil().openSource(true);
            if (random.nextInt(8) == 0) {
                controllerDies();
            }
        }
        end();
    }

    private interface Work {
        void run() throws Exception;
    }

    private void attempt(Work work) throws Exception {
        try {
            work.run();
        } catch (ElasticException | NotPrimaryException | NotDrainedException | BlockedException _) {
            // Whoever compares tries it again, another time.
            world.happen(1);
        }
    }

    /// Sweeps, comparisons and rounds while both sides go on.
    private void goOn(Random random) throws Exception {
        sweepSome(random);
        if (random.nextInt(4) > 0) {
            pass(random.nextInt(3));
        }
        attempt(this::compareOnline);
        world.turmoil().betweenComparisons();
        for (int rounds = random.nextInt(3); rounds > 0; rounds--) {
            world.happen(random.nextInt(12));
            boolean deletes = random.nextInt(4) > 0;
            attempt(() -> approach(deletes));
        }
        world.happen(random.nextInt(12));
    }

    private void sweep() throws Exception {
        sides.begin(CountingRule.Scope.SWEEP);
        sweep.run(SweepOptions.online(PATIENCE), _ -> {});
    }

    private void sweepSome(Random random) throws Exception {
        for (int sweeps = random.nextInt(3); sweeps > 0; sweeps--) {
            attempt(this::sweep);
            world.happen(random.nextInt(10));
        }
    }

    private void compareOnline() throws Exception {
        sides.begin(CountingRule.Scope.COMPARISON);
        if (isByHand) {
            byHand.compare();
        } else {
            equality.checkOnline(world.sleeper());
        }
    }

    private void approach(boolean deletes) throws Exception {
        sides.begin(CountingRule.Scope.COMPARISON);
        if (isByHand) {
            byHand.approach(deletes);
        } else {
            equality.approach(world.sleeper(), deletes);
        }
    }

    /// Final windows: readers read everything, and writers write it.
    private void catchUp() throws InterruptedException {
        for (int look = 0; look < 40 && !isCaughtUp(); look++) {
            world.pass(PAUSE);
        }
    }

    private boolean isCaughtUp() {
        for (int shard = 0; shard < world.source().size(); shard++) {
            if (!world.pipeline().isRead(shard)) {
                return false;
            }
        }
        return world.pipeline().isDrained();
    }

    private void pass(int times) throws InterruptedException {
        for (int time = 0; time < times; time++) {
            world.pass(PAUSE);
        }
    }

    private void underBlock() throws Exception {
        blocks++;
        sides.begin(CountingRule.Scope.COMPARISON);
        if (isByHand) {
            underBlockByHand();
            return;
        }
        Equality.Verdict verdict = equality.establish(world.instant().plus(PATIENCE), world.sleeper());
        if (verdict.isEqual() && isCounted(verdict)) {
            counted++;
            requireEqual(ModelShard::documentsAtLastNumbers, true, verdict.sentence());
        }
        if (!verdict.isEqual()) {
            return;
        }
        world.target().open(false);
        world.pipeline().dropHeld();
        Equality.Verdict last = equality.check(world.instant().plus(PATIENCE), world.sleeper());
        if (last.isEqual()) {
            requireEqual(ModelShard::documents, isCounted(last), last.sentence());
        }
    }

    private static boolean isCounted(Equality.Verdict verdict) {
        return verdict.sentence().contains("all others counted");
    }

    private void underBlockByHand() throws Exception {
        if (byHand.prove(true)) {
            counted++;
            requireEqual(ModelShard::documentsAtLastNumbers, true, "proved");
            world.target().open(false);
            world.pipeline().dropHeld();
            if (byHand.prove(false)) {
                requireEqual(ModelShard::documents, true, "proved behind the fence");
            }
        }
    }

    // ---- what has to be true

    /// @param isExact whether nothing may be lacking that was refused
    private void requireEqual(Function<ModelShard, List<Stored>> at, boolean isExact, String sentence) {
        Map<String, String> here = new HashMap<>();
        for (int shard = 0; shard < world.source().size(); shard++) {
            for (Stored document : at.apply(world.source().get(shard))) {
                long word = world.pipeline().word(shard, document.seqNo());
                here.put(document.id(), word + document.body());
                if (!isExact && world.pipeline().wasRefused(document.id(), word)) {
                    here.remove(document.id());
                }
            }
        }
        Map<String, String> there = new HashMap<>();
        for (ModelShard shard : world.target().shards()) {
            at.apply(shard).forEach(document -> there.put(document.id(), document.version() + document.body()));
        }
        Set<String> ids = new TreeSet<>(here.keySet());
        ids.addAll(there.keySet());
        for (String id : ids) {
            boolean isExcused = !isExact && !here.containsKey(id) && isInSource(id);
            if (!isExcused && !Objects.equals(here.get(id), there.get(id))) {
                throw new Violation("called equal, and %s is %s in the source and %s in the target: %s"
                        .formatted(id, here.get(id), there.get(id), sentence));
            }
        }
    }

    private boolean isInSource(String id) {
        return world.source().stream()
                .flatMap(shard -> shard.documents().stream())
                .anyMatch(document -> document.id().equals(id));
    }

    /// Everything settles, the last sweep of this controller is made, and nothing may be left.
    private void end() throws Exception {
        world.turmoil().openSource(false);
        world.calm();
        for (ModelShard shard : world.source()) {
            shard.arrive();
            shard.endZombie();
        }
        for (ModelShard shard : world.target().shards()) {
            shard.arrive();
            shard.endZombie();
            shard.settle();
        }
        requireNoLiveDocumentDeleted();
        if (world.turmoil().hasForeign() || world.turmoil().hasOldDisks()) {
            return;
        }
        world.pipeline().dropHeld();
        catchUp();
        if (!isCaughtUp()) {
            throw new Violation("the model does not catch up");
        }
        attempt(() -> {
            sweep();
            new Drain(world.pipeline(), world, world.sleeper())
                    .ofNow(world.instant().plus(PATIENCE));
            requireNothingTooMuch();
        });
        requireNoLiveDocumentDeleted();
    }

    private void requireNothingTooMuch() {
        for (ModelShard shard : world.target().shards()) {
            for (Stored document : shard.documents()) {
                if (!isInSource(document.id())) {
                    throw new Violation("sweeps leave %s, version %d".formatted(document.id(), document.version()));
                }
            }
        }
    }

    private void requireNoLiveDocumentDeleted() {
        for (DocRecord delete : world.pipeline().deletes()) {
            VersionWord word = VersionWord.of(delete.version());
            Bytes id = delete.id();
            if (word.lineage() == world.pipeline().lineage(word.sourceShard())
                    && !world.pipeline().awaitsHistory(word.sourceShard())) {
                Optional<Stored> live = world.source().get(word.sourceShard()).documents().stream()
                        .filter(document -> document.name().id().equals(id) && document.seqNo() <= word.seqNo())
                        .findFirst();
                if (live.isPresent()) {
                    throw new Violation("a delete was published for %s, which is live".formatted(live.get()));
                }
            }
        }
    }
}
