package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.simulation.rule.Rule;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/// How large the world of one seed is.
///
/// @param source how the source spreads documents
/// @param target how the target does
/// @param ids documents that clients write to, in each shard about
/// @param routings routing values in use, 0 for none
/// @param shrunk whether the source was shrunk before, and so has equal numbers
/// @param maxResultWindow of the source
/// @param mayRefresh whether readers may ask the source to refresh
/// @param inSlices whether readers read it through points in time, as where numbers cannot be searched fast
/// @param mishap what befalls the run that no run gets over by itself
/// @param zombies whether readers are frozen and cut off all the time, and what they wrote then lasts
/// @param windowBytes that readers want
/// @param readers processes
/// @param writers processes
/// @param generation of docs, outcomes and rejects, which rises when everything is read again
record Scale(
        ShardRouting source,
        ShardRouting target,
        int ids,
        int routings,
        boolean shrunk,
        int maxResultWindow,
        boolean mayRefresh,
        boolean inSlices,
        Mishap mishap,
        boolean zombies,
        long windowBytes,
        int readers,
        int writers,
        AtomicInteger generation) {
    static final RunTopics TOPICS = new RunTopics("run");
    static final String WRITE_ALIAS = "Run-Write";
    private static final int ROUTING_SHARDS = 8;

    /// @param only the worlds that are wanted
    static Scale of(RandomGenerator random, Rule.World only) {
        int source = random.nextInt(4) == 0 ? 2 : 1;
        int target = source * (random.nextInt(3) == 0 ? 2 : 1);
        boolean shrunk = random.nextInt(4) == 0;
        boolean zombies = random.nextInt(10) == 0 || only == Rule.World.ZOMBIES;
        return new Scale(
                new ShardRouting(source, ROUTING_SHARDS, 1),
                new ShardRouting(target, ROUTING_SHARDS, 1),
                4 + random.nextInt(5),
                !shrunk && random.nextInt(4) == 0 ? 3 : 0,
                shrunk,
                2 + random.nextInt(6),
                random.nextInt(4) > 0,
                random.nextInt(5) == 0 || only == Rule.World.IN_SLICES,
                Mishap.of(random, only),
                zombies,
                100 + random.nextInt(200),
                zombies ? 2 : 1 + random.nextInt(2),
                1 + random.nextInt(2),
                new AtomicInteger(1));
    }

    /// In the generation of now.
    RunTopics topics() {
        return TOPICS.inGeneration(generation.get());
    }

    String writersGroup() {
        return TOPICS.writersGroup(plan().docsTopicId());
    }

    /// As whoever begins now finds it.
    RunPlan plan() {
        RunPlan plan = firstPlan();
        while (plan.generation() < generation.get()) {
            plan = plan.readAgain(docsTopicId(plan.generation() + 1));
        }
        return plan;
    }

    static String docsTopicId(int ofGeneration) {
        return "docs-id-" + ofGeneration;
    }

    private RunPlan firstPlan() {
        return new RunPlan(
                "source",
                "source-uuid",
                source.shards(),
                "target",
                "target-uuid",
                target,
                WRITE_ALIAS,
                docsTopicId(1),
                1000,
                Collections.nCopies(source.shards(), -1L),
                0,
                new SourceReading(VersionMode.SEQNO, inSlices, true));
    }
}
