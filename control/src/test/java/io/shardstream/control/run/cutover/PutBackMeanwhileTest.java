package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.run.equality.Equality;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A whole cluster is put back to an older state between the comparison before the block and the swap, and
/// gives out as many numbers again as it has lost: neither its terms nor its histories nor its numbers tell.
class PutBackMeanwhileTest {
    private static final int DOCUMENTS = 60;
    private static final int LOST = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String READ = "all numbers were read, not counted: an older state of the disk of shard 0 of ";

    private final MemoryRun run = new MemoryRun(2, 2);
    private final ComparedRun compared = run.compared();
    private final ComparedEquality equality = new ComparedEquality(
            compared,
            sleeper -> new Sweep(compared, run, sleeper, 1_000_000),
            sleeper -> new Verification(compared, Set.of(), run, sleeper, 1_000_000, new Random(1)),
            run);

    @BeforeEach
    void copied() {
        for (int document = 0; document < DOCUMENTS; document++) {
            run.source(document % 2).index("d" + document, "{\"n\":" + document + "}");
        }
        run.copy();
        run.whileSleeping(run::copyNew);
    }

    @Test
    void inTheTargetAfterTheLastRound() throws Exception {
        MemoryShard.Disk disk = compareTargetWithNewer();
        equality.approach(run.sleeper(), true);
        run.target(0).putBackWithCluster(disk, true);
        update(ofTarget().subList(LOST, 3 * LOST));

        assertThat(establish().sentence()).contains(READ + "the target was put back");
    }

    @Test
    void inTheTargetBeforeARound() throws Exception {
        MemoryShard.Disk disk = compareTargetWithNewer();
        run.target(0).putBackWithCluster(disk, true);
        update(ofTarget().subList(LOST, 3 * LOST));

        Equality.Approach approach = equality.approach(run.sleeper(), true);

        assertThat(approach.counts()).isFalse();
        assertThat(approach.sentence()).contains(READ + "the target was put back");
        assertThat(establish().sentence()).contains(LOST + " mended", READ + "the target was put back");
    }

    /// In the middle of a round, after it has looked whether its baseline holds.
    @Test
    void inTheTargetWithinARound() throws Exception {
        MemoryShard.Disk disk = compareTargetWithNewer();
        List<String> others = ofTarget().subList(LOST, 3 * LOST);
        boolean[] isDone = {false};
        run.source(0).before(call -> {
            if (call.equals("count") && !isDone[0]) {
                isDone[0] = true;
                run.target(0).putBackWithCluster(disk, true);
                update(others);
            }
        });

        assertThat(equality.approach(run.sleeper(), true).sentence()).contains(READ + "the target was put back");
        assertThat(establish().sentence()).contains(LOST + " mended");
    }

    @Test
    void inTheTargetWhileItIsComparedBeforeTheBlock() throws Exception {
        List<String> some = ofTarget();
        MemoryShard.Disk disk = run.target(0).disk();
        update(some.subList(0, LOST));
        run.target(0).before(call -> {
            if (call.equals("forEachLive")) {
                run.target(0).before(_ -> {});
                run.target(0).putBackWithCluster(disk, true);
                update(some.subList(LOST, 3 * LOST));
            }
        });
        equality.checkOnline(run.sleeper());

        assertThat(establish().sentence()).contains("all numbers were read");
    }

    @Test
    void inTheSource() throws Exception {
        MemoryShard.Disk disk = run.source(0).disk();
        update(List.of("d0", "d2", "d4"));
        compareBefore();
        run.source(0).putBackWithCluster(disk, true);
        for (String id : List.of("d6", "d8", "d10")) {
            run.source(0).index(id, "{\"put\":\"back\"}");
        }

        assertThatThrownBy(this::establish)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("older state of its disk");
    }

    /// Nothing is known of one that does not say in which process it runs.
    @Test
    void inATargetThatHasToldItsProcessAndDoesNotTellItAnyMore() throws Exception {
        MemoryShard.Disk disk = compareTargetWithNewer();
        run.target(0).putBackWithCluster(disk, false);

        assertThat(establish().sentence()).contains(LOST + " mended", READ + "the target was put back");
    }

    @Test
    void betweenTheComparisonUnderTheBlockAndTheSwap() throws Exception {
        MemoryShard.Disk disk = compareTargetWithNewer();
        assertThat(establish().sentence()).contains("all others counted");
        Sleeper sleeper = run.sleeper();
        assertThat(equality.isAsCompared(sleeper)).isTrue();
        run.target(0).putBackWithCluster(disk, true);
        for (String id : ofTarget().subList(LOST, 2 * LOST)) {
            run.target(0)
                    .write(id, null, run.target(0).version(id), run.copied().get(id));
        }

        assertThat(equality.isAsCompared(sleeper)).isFalse();
        assertThat(equality.check(run.instant().plus(PATIENCE), sleeper).isEqual())
                .isFalse();
    }

    /// The state of the target before some documents were updated, which are compared.
    private MemoryShard.Disk compareTargetWithNewer() throws Exception {
        MemoryShard.Disk disk = run.target(0).disk();
        update(ofTarget().subList(0, LOST));
        compareBefore();
        return disk;
    }

    private void compareBefore() throws Exception {
        assertThat(equality.checkOnline(run.sleeper()).isEqual()).isTrue();
    }

    /// Ids of documents of its first shard.
    private List<String> ofTarget() {
        return run.target(0).documents().keySet().stream().sorted().toList();
    }

    /// In the source, and so in the target.
    private void update(List<String> ids) {
        for (String id : ids) {
            run.source(Integer.parseInt(id.substring(1)) % 2).index(id, "{\"of\":\"" + id + "\"}");
        }
        run.copyNew();
    }

    private Equality.Verdict establish() throws Exception {
        Equality.Verdict verdict = equality.establish(run.instant().plus(PATIENCE), run.sleeper());
        if (verdict.isEqual()) {
            Map<String, String> source = new HashMap<>(run.source(0).documents());
            source.putAll(run.source(1).documents());
            assertThat(run.copied()).isEqualTo(source);
        }
        return verdict;
    }
}
