package io.shardstream.control.counting;

import io.shardstream.common.contract.record.VersionWord;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// What clients, readers, writers, nodes and others do between two answers. What they do at all, and how often, is
/// another choice in each seed.
final class CountedTurmoil {
    private static final int IDS = 7;
    /// Documents of a shrunk index stay.
    private static final int LEAST_KEPT = 4;
    private static final long MOST_LOST = 4;
    /// Of a hundred.
    private static final int SELDOM = 4;

    private static final int OFTENER = 10;
    private static final int OFTEN_BY_FAR = 60;
    private static final int[] OFTEN = {0, 0, SELDOM, OFTENER, 30, OFTEN_BY_FAR};

    private final Random random;
    private final List<ModelShard> source;
    private final ModelTarget target;
    private final ModelPipeline pipeline;
    private final Runnable hide;
    private final int ofFailovers;
    private final int ofForeign;
    private final boolean hasReplays;
    private final boolean hasUnfit;
    private final boolean hasOldDisks;
    private final boolean hasOldTargets;
    private final boolean hidesSome;
    private final int oneDeleteOf;
    private final boolean isOfSweeps;
    private final boolean isOfLineages;
    private boolean sourceOpen = true;
    private boolean othersWrite;
    private int values;

    /// @param hide hides documents of the source from now on
    /// @param off the rule that is broken, null for none: it is looked for where it has something to say
    CountedTurmoil(
            Random random,
            List<ModelShard> source,
            ModelTarget target,
            ModelPipeline pipeline,
            Runnable hide,
            @Nullable CountingRule off) {
        this.random = random;
        this.source = source;
        this.target = target;
        this.pipeline = pipeline;
        this.hide = hide;
        int failovers = OFTEN[random.nextInt(OFTEN.length)];
        int foreign = OFTEN[random.nextInt(OFTEN.length)];
        this.isOfLineages = off == CountingRule.LINEAGE;
        this.isOfSweeps = off != null && off.scope() == CountingRule.Scope.SWEEP;
        if (isOfLineages) {
            this.ofFailovers = 0;
            this.ofForeign = 0;
        } else {
            this.ofFailovers = off != null && off.isOfFailovers() ? isOfSweeps ? OFTEN_BY_FAR : SELDOM : failovers;
            // Somebody else makes up for what a comparison misses. What a sweep may leave then nobody says.
            this.ofForeign = isOfSweeps ? 0 : off == null ? foreign : Math.max(foreign, OFTENER);
        }
        this.othersWrite = random.nextInt(3) == 0 || (off != null && off.isOfBaselines());
        this.oneDeleteOf = random.nextInt(3) == 0 ? 12 : 3;
        this.hasReplays = random.nextInt(3) > 0;
        this.hasUnfit = random.nextInt(6) == 0 || off == CountingRule.REJECTS || off == CountingRule.REJECT_BLOCKS;
        this.hasOldDisks = random.nextInt(15) == 0 || off == CountingRule.LINEAGE;
        this.hasOldTargets =
                random.nextInt(12) == 0 || off == CountingRule.TARGET_TERM || off == CountingRule.TARGET_PROCESS;
        this.hidesSome = random.nextInt(20) == 0 || off == CountingRule.SIGHT;
    }

    /// How many cut-overs are begun in the seed; what sweeps leave is seen best where there are few.
    int cutovers() {
        return isOfSweeps || random.nextInt(6) == 0 ? random.nextInt(2) : 1 + random.nextInt(3);
    }

    static String id(int shard, int document) {
        return "d" + shard + "-" + document;
    }

    boolean hasForeign() {
        return ofForeign > 0;
    }

    boolean hasOldDisks() {
        return hasOldDisks || hasOldTargets;
    }

    /// Blocks the source's writes, or lets them in again. What is under way ends before.
    void openSource(boolean whether) {
        sourceOpen = whether;
        source.forEach(ModelShard::settle);
    }

    /// One thing happens.
    void one() {
        int lot = random.nextInt(100);
        if (lot < 18) {
            client(anySource());
        } else if (lot < 36) {
            anyShard().proceed();
        } else if (lot < 42) {
            anyShard().refreshSome();
        } else if (lot < 54) {
            pipeline.read(anySource());
        } else if (lot < 72) {
            pipeline.write(anyLane());
        } else if (lot < 76) {
            pipeline.release();
        } else if (lot < 82) {
            dies();
        } else if (lot < 90) {
            node();
            source.get(anySource()).endZombie();
        } else if (lot < 98) {
            somebodyElse();
        } else {
            rare();
        }
    }

    /// Some of what counts only between a comparison and the one under the block.
    void betweenComparisons() {
        othersWrite = true;
        for (int more = random.nextInt(4); more > 0; more--) {
            somebodyElse();
        }
        if (ofFailovers > 0 && random.nextBoolean()) {
            change(target.shards().get(anyLane()));
        }
        if (random.nextInt(3) == 0) {
            oldDisk();
        }
        if (hidesSome && random.nextInt(3) == 0) {
            hide.run();
        }
    }

    /// Readers and writers are at work.
    void work() {
        for (int shard = 0; shard < source.size(); shard++) {
            source.get(shard).settle();
            pipeline.read(shard);
        }
        for (int lane = 0; lane < target.shards().size(); lane++) {
            for (int step = 0; step < 12; step++) {
                pipeline.write(lane);
            }
        }
        target.shards().forEach(ModelShard::proceed);
    }

    private void client(int of) {
        if (!sourceOpen) {
            return;
        }
        ModelShard shard = source.get(of);
        String id = id(of, random.nextInt(IDS));
        boolean isUnfit = hasUnfit && random.nextInt(6) == 0;
        String body = random.nextInt(oneDeleteOf) == 0
                ? null
                : "{\"n\":" + values++ + (isUnfit ? ",\"" + ModelPipeline.UNFIT + "\":1}" : "}");
        long number = shard.take(new CountedOperation(id, 1, body), random.nextInt(3) == 0);
        if (random.nextBoolean()) {
            shard.replicate(number);
        }
    }

    private void dies() {
        if (!hasReplays) {
            return;
        }
        switch (random.nextInt(6)) {
            case 5 -> expire();
            case 0, 1 -> pipeline.readerDies(anySource());
            case 2, 3 -> pipeline.writerDies(anyLane());
            default -> pipeline.rewind(anyLane());
        }
    }

    private void node() {
        if (random.nextInt(100) < ofFailovers) {
            change(anyShard());
        }
    }

    /// Another copy is the primary, or a former one hears of it.
    private void change(ModelShard shard) {
        switch (random.nextInt(10)) {
            case 0 -> shard.failOver(false);
            case 1 -> shard.failOver(true);
            case 2, 3 -> {
                shard.settle();
                shard.failOver(true);
            }
            case 4, 5 -> shard.handOver();
            case 6 -> shard.arrive();
            case 7, 8 -> shard.endZombie();
            default -> shard.turn();
        }
    }

    /// Nobody holds a request for as long as deletes are remembered.
    private void expire() {
        if (target.isOpen()) {
            pipeline.releaseAll();
        }
        target.shards().get(anyLane()).forgetTombstones();
    }

    /// Writes that are none of the run's.
    private void somebodyElse() {
        if (!othersWrite || random.nextInt(100) >= ofForeign || !target.isOpen()) {
            return;
        }
        int home = anySource();
        String id = id(home, random.nextInt(IDS));
        ModelShard shard = target.of(id);
        switch (random.nextInt(8)) {
            case 0, 1 -> shard.overwrite(id, null, false);
            case 2 -> shard.overwrite(id, body(), random.nextBoolean());
            case 3 -> shard.write(id, anyWord(shard), body(), random.nextBoolean());
            case 4 ->
                shard.documents().stream()
                        .findFirst()
                        .ifPresent(document -> shard.write(document.id(), document.version(), body(), false));
            case 5, 6 -> takeWordOfAnother(id, shard);
            default -> shard.write(id, pipeline.word(home, random.nextInt(20)), body(), random.nextBoolean());
        }
    }

    private String body() {
        return "{\"foreign\":" + values++ + "}";
    }

    /// The word of some document of the shard.
    private long anyWord(ModelShard shard) {
        List<Stored> all = shard.documents();
        return all.isEmpty() ? 1 : all.get(random.nextInt(all.size())).version();
    }

    /// A document is deleted, and another one written under its word.
    private void takeWordOfAnother(String id, ModelShard shard) {
        long word = anyWord(shard);
        for (Stored document : shard.documents()) {
            if (document.version() == word && random.nextBoolean()) {
                shard.overwrite(document.id(), null, false);
            }
        }
        if (!VersionWord.isForeign(word, source.size())) {
            shard.overwrite(id, null, false);
            shard.forgetTombstones();
            shard.write(id, word, body(), false);
        }
    }

    private void rare() {
        if (hidesSome && random.nextInt(8) == 0) {
            hide.run();
        }
        oldDisk();
    }

    /// An older state of a disk is put back.
    private void oldDisk() {
        if (hasOldDisks && sourceOpen) {
            putBackSource(anySource());
        }
        if (hasOldTargets && target.isOpen()) {
            ModelShard shard = target.shards().get(anyLane());
            long max = shard.maxSeqNo(shard.primary());
            shard.putBack(random.nextLong(max + 2) - 1, random.nextInt(2), false);
        }
    }

    /// The operator has it read anew at once.
    private void putBackSource(int of) {
        ModelShard shard = source.get(of);
        long max = shard.maxSeqNo(shard.primary());
        if (pipeline.lineage(of) < VersionWord.MAX_LINEAGE && max > LEAST_KEPT) {
            boolean isNewHistory = random.nextBoolean() && !isOfLineages;
            int terms = isNewHistory ? 1 : isOfLineages ? 0 : random.nextInt(2);
            long lost = 1 + random.nextLong(Math.min(MOST_LOST, max - LEAST_KEPT));
            shard.putBack(max - lost, terms, isNewHistory);
            pipeline.acceptHistory(of);
            for (long more = random.nextBoolean() ? lost : 0; more > 0; more--) {
                client(of);
            }
        }
    }

    private int anySource() {
        return random.nextInt(source.size());
    }

    private int anyLane() {
        return random.nextInt(target.shards().size());
    }

    private ModelShard anyShard() {
        return random.nextBoolean() ? source.get(anySource()) : target.shards().get(anyLane());
    }
}
