package io.shardstream.control.counting;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.ComparedRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Both sides of one seed and what lies between, and the time.
final class CountedWorld implements InstantSource {
    /// Between two answers.
    private static final int MOST_EVENTS = 3;

    private final Random random;
    private final @Nullable CountingRule off;
    private final List<ModelShard> source = new ArrayList<>();
    private final ModelTarget target;
    private final RunPlan plan;
    private final ModelPipeline pipeline;
    private final CountedTurmoil turmoil;
    private final boolean refusesVersions;
    private final boolean knowsNoVersions;
    private final boolean hasPartialCounts;
    private final int answersBetween;
    private Instant now = Instant.EPOCH;
    private boolean isHappening;
    private boolean isStill;
    private boolean isHidden;

    /// @param off the rule that is broken, null for none
    CountedWorld(long seed, @Nullable CountingRule off) {
        this.random = new Random(seed);
        this.off = off;
        int sourceShards = 1 + random.nextInt(2);
        int targetShards = 1 + random.nextInt(2);
        boolean isShrunk = random.nextInt(12) == 0;
        for (int shard = 0; shard < sourceShards; shard++) {
            source.add(new ModelShard("s" + shard, random, isShrunk ? shrunk(shard) : List.of()));
        }
        ShardRouting routing = new ShardRouting(targetShards, targetShards, 1, RoutingFunction.MODULO);
        this.target = new ModelTarget(
                IntStream.range(0, targetShards)
                        .mapToObj(shard -> new ModelShard("t" + shard, random, List.of()))
                        .toList(),
                new ShardRouter(routing),
                random);
        this.plan = new RunPlan(
                "cities",
                "s-uuid",
                sourceShards,
                "cities-v2",
                "t-uuid",
                routing,
                "Shardstream-x",
                "docs",
                1000,
                Collections.nCopies(sourceShards, -1L),
                0,
                new SourceReading(VersionMode.SEQNO, false, true));
        this.pipeline = new ModelPipeline(plan, random, source, target);
        this.turmoil = new CountedTurmoil(random, source, target, pipeline, this::hide, off);
        int lot = random.nextInt(20);
        this.refusesVersions = lot == 0;
        this.knowsNoVersions = (lot > 0 && lot < 7) || (off != null && off.isOfOwnNumbers());
        this.hasPartialCounts = random.nextInt(12) == 0 || off == CountingRule.WHOLE_COUNTS;
        this.answersBetween = 2 + random.nextInt(40);
    }

    /// Two documents of each number.
    private static List<Stored> shrunk(int shard) {
        return IntStream.range(0, 6)
                .mapToObj(document ->
                        new Stored(CountedTurmoil.id(shard, document), document / 2, 1, "{\"n\":" + document + "}"))
                .toList();
    }

    Random random() {
        return random;
    }

    boolean isOn(CountingRule rule) {
        return off != rule;
    }

    List<ModelShard> source() {
        return source;
    }

    ModelTarget target() {
        return target;
    }

    ModelPipeline pipeline() {
        return pipeline;
    }

    CountedTurmoil turmoil() {
        return turmoil;
    }

    /// Whether the target does not answer questions about versions.
    boolean refusesVersions() {
        return refusesVersions || knowsNoVersions;
    }

    /// Whether it is known to do so, as OpenSearch.
    boolean knowsNoVersions() {
        return knowsNoVersions;
    }

    boolean isPartial() {
        return hasPartialCounts && !isStill && random.nextInt(4) == 0;
    }

    private void hide() {
        isHidden = true;
    }

    boolean isSeen(Stored document) {
        return !isHidden || document.id().hashCode() % 2 == 0;
    }

    /// Nothing happens by itself any more.
    void calm() {
        isStill = true;
        isHidden = false;
    }

    /// Before each answer.
    void tick() {
        if (!isStill && !isHappening && random.nextInt(answersBetween) == 0) {
            happen(1 + random.nextInt(MOST_EVENTS));
        }
    }

    void happen(int events) {
        isHappening = true;
        try {
            for (int event = 0; event < events; event++) {
                turmoil.one();
            }
        } finally {
            isHappening = false;
        }
    }

    /// Whoever waits lets others work.
    Sleeper sleeper() {
        return time -> {
            if (time.isZero()) {
                tick();
            } else {
                pass(time);
            }
        };
    }

    /// Lets time pass, in which others work.
    void pass(Duration time) {
        now = now.plus(time);
        if (!isStill) {
            happen(2);
        }
        turmoil.work();
    }

    @Override
    public Instant instant() {
        return now;
    }

    /// Both ends as control sees them.
    ///
    /// @param broken what stands between
    ComparedRun run(BrokenSides broken) {
        return new ComparedRun(
                plan,
                IntStream.range(0, source.size())
                        .<ScannedShard>mapToObj(
                                shard -> broken.source(shard, new CountedShardModel(this, source.get(shard), true)))
                        .toList(),
                IntStream.range(0, target.shards().size())
                        .<ScannedShard>mapToObj(shard -> broken.target(
                                shard,
                                new CountedShardModel(this, target.shards().get(shard), false)))
                        .toList(),
                broken.lanes(pipeline),
                () -> {
                    tick();
                    if (isHidden && isOn(CountingRule.SIGHT)) {
                        throw new BlockedException("documents are hidden");
                    }
                });
    }
}
