package io.shardstream.control.compare.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A sweep for which both sides count.
class CountedSweepTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /// So that blocks are wide, and are divided several times.
    private static final long APART = 2_000_000;

    private final MemoryRun run = new MemoryRun(2, 2);
    private final List<String> found = new ArrayList<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger counts = new AtomicInteger();

    private SweepReport sweep(SweepOptions options) throws Exception {
        for (int shard = 0; shard < 2; shard++) {
            run.target(shard).before(this::look);
        }
        return new Sweep(run.compared(), run, run.sleeper(), 1000)
                .run(options, name -> found.add(name.id().utf8()));
    }

    private SweepReport online() throws Exception {
        return sweep(SweepOptions.online(PATIENCE));
    }

    private void look(String call) {
        reads.addAndGet(call.equals("forEachLive") ? 1 : 0);
        counts.addAndGet(call.equals("count") ? 1 : 0);
    }

    private void holds(int documents, long apart) {
        for (int i = 0; i < documents; i++) {
            run.source(i % 2).indexAt(i * apart, "d" + i, null, "{}");
        }
        run.copy();
    }

    private Set<String> delete(int documents, int each) {
        Set<String> deleted = new TreeSet<>();
        for (int i = 0; i < documents; i += each) {
            run.source(i % 2).delete("d" + i);
            deleted.add("d" + i);
        }
        return deleted;
    }

    @Test
    void findsTheDeletesAndReadsNothing() throws Exception {
        holds(600, APART);
        Set<String> deleted = delete(600, 37);
        run.copyAbove(600 * APART);

        SweepReport report = online();

        assertThat(new TreeSet<>(found)).isEqualTo(deleted);
        assertThat(found).hasSameSizeAs(deleted);
        assertThat(report.counted()).containsExactly(0, 1);
        assertThat(report.compared()).isEqualTo(600);
        assertThat(report.candidates()).isEqualTo(deleted.size());
        assertThat(reads).hasValue(0);
        assertThat(run.copied()).hasSize(600 - deleted.size());
    }

    /// Documents of many shards are named together, some shards at a time.
    @Test
    void findsTheDeletesOfManyTargetShards() throws Exception {
        MemoryRun many = new MemoryRun(1, 40);
        for (int i = 0; i < 400; i++) {
            many.source(0).index("d" + i, "{}");
        }
        many.copy();
        Set<String> deleted = new TreeSet<>();
        for (int i = 0; i < 400; i += 2) {
            many.source(0).delete("d" + i);
            deleted.add("d" + i);
        }
        many.copy();

        SweepReport report = new Sweep(many.compared(), many, many.sleeper(), 1000)
                .run(SweepOptions.online(PATIENCE), name -> found.add(name.id().utf8()));

        assertThat(report.counted()).containsExactly(0);
        assertThat(new TreeSet<>(found)).isEqualTo(deleted);
        assertThat(found).hasSameSizeAs(deleted);
    }

    /// A document that is updated each minute, and refused each time.
    @Test
    void manyRefusedStatesOfOneDocumentAreCountedAll() throws Exception {
        MemoryRun one = new MemoryRun(1, 1);
        one.source(0).index("deleted", "{}");
        for (int i = 0; i < 1_001; i++) {
            one.reject("refused", null, one.word(0, one.source(0).index("refused", "{}")));
        }
        one.source(0).index("other", "{}");
        one.copy();
        one.target(0).drop("refused");
        one.source(0).delete("deleted");
        one.copyNew();

        SweepReport report = new Sweep(one.compared(), one, one.sleeper(), 1000)
                .run(SweepOptions.online(PATIENCE), name -> found.add(name.id().utf8()));

        assertThat(report.counted()).containsExactly(0);
        assertThat(found).containsExactly("deleted");
        assertThat(one.copied()).containsOnlyKeys("other");
    }

    @Test
    void anUpdateBetweenTheCountsHidesNoDelete() throws Exception {
        MemoryRun one = new MemoryRun(1, 1);
        one.source(0).index("deleted", "{}");
        one.source(0).index("updated", "{}");
        one.copy();
        one.source(0).delete("deleted");
        one.copy();
        // The target has written the update, and the source does not show it yet: counted before, it would make up for
        // the delete.
        one.source(0).showOnlyRefreshed();
        one.target(0).before(call -> {
            if (call.equals("count")) {
                one.target(0).before(_ -> {});
                long number = one.source(0).index("updated", "{\"n\":2}");
                one.target(0).write("updated", null, one.word(0, number), "{\"n\":2}");
            }
        });

        SweepReport report = new Sweep(one.compared(), one, one.sleeper(), 1000)
                .run(SweepOptions.online(PATIENCE), name -> found.add(name.id().utf8()));

        assertThat(report.counted()).containsExactly(0);
        assertThat(found).containsExactly("deleted");
    }

    @Test
    void anUpdateThatIsOnItsWayIsNoDelete() throws Exception {
        run.source(0).index("updated", "{}");
        run.source(0).index("other", "{}");
        run.copy();
        run.source(0).before(call -> {
            if (call.equals("count")) {
                run.source(0).before(_ -> {});
                run.source(0).index("updated", "{\"n\":2}");
            }
        });

        SweepReport report = online();

        // The source has it no more under its number, when it is counted, and has it when it is asked by id.
        assertThat(report.candidates()).isEqualTo(1);
        assertThat(found).isEmpty();
    }

    @Test
    void aRefusedStateDoesNotMakeUpForADelete() throws Exception {
        run.source(0).indexAt(0, "refused", null, "{}");
        run.source(0).indexAt(0, "deleted", null, "{}");
        run.source(0).index("other", "{}");
        run.copy();
        run.reject("refused", null, run.word(0, 0));
        run.source(0).delete("deleted");
        run.copy();
        run.targetOf("refused").drop("refused");

        assertThat(online().counted()).contains(0);

        assertThat(found).containsExactly("deleted");
    }

    @Test
    void aShardThatDoesNotAddUpIsRead() throws Exception {
        holds(20, 1);
        Set<String> deleted = delete(20, 3);
        run.copyAbove(20);
        run.source(1).counting((_, _) -> new Counted.Unknown(Counted.Cause.DOES_NOT_ADD_UP, "too few"));

        SweepReport report = online();

        assertThat(report.counted()).containsExactly(0);
        assertThat(report.checkpoints()).containsOnlyKeys(0, 1);
        assertThat(new TreeSet<>(found)).isEqualTo(deleted);
    }

    @Test
    void serversThatGiveFewBlocksAreAskedForWiderOnes() throws Exception {
        holds(400, APART);
        Set<String> deleted = delete(400, 61);
        run.copyAbove(400 * APART);
        for (int shard = 0; shard < 2; shard++) {
            run.source(shard).counting(CountedSweepTest::few);
            run.target(shard).counting(CountedSweepTest::few);
        }

        SweepReport report = online();

        assertThat(report.counted()).containsExactly(0, 1);
        assertThat(new TreeSet<>(found)).isEqualTo(deleted);
    }

    private static Counted few(Counting what, Counted counted) {
        return counted instanceof Counted.Counts counts
                        && counts.blocks().counts().size() > 150
                ? new Counted.TooManyBlocks()
                : counted;
    }

    @Test
    void wordsWhoseDocumentsAreNotToldAreRead() throws Exception {
        holds(20, 1);
        Set<String> deleted = delete(20, 3);
        run.copyAbove(20);
        run.target(1).refuseNumbers();

        assertThat(online().counted()).isEmpty();

        assertThat(reads.get()).isPositive();
        assertThat(new TreeSet<>(found)).isEqualTo(deleted);
    }

    @Test
    void whatTheServerRefusesToCountIsNotAskedForAgain() throws Exception {
        holds(20, 1);
        run.target(0).refuseCounts();
        Sweep sweep = new Sweep(run.compared(), run, run.sleeper(), 1000);
        run.target(0).before(this::look);
        for (int time = 0; time < 3; time++) {
            run.source(0).index("more" + time, "{}");
            run.source(0).delete("more" + time);
            run.copyAbove(20);
            sweep.run(SweepOptions.online(PATIENCE), _ -> {});
        }

        assertThat(counts).hasValue(1);
        assertThat(reads).hasValue(3);
    }

    @Test
    void whatALostDocumentHidesTheLastSweepFinds() throws Exception {
        run.source(0).index("deleted", "{}");
        run.source(0).index("lost", "{}");
        run.copy();
        run.source(0).delete("deleted");
        run.copy();
        run.targetOf("lost").drop("lost");

        online();
        assertThat(found).isEmpty();
        assertThat(sweep(SweepOptions.last(PATIENCE)).counted()).isEmpty();

        assertThat(found).containsExactly("deleted");
    }

    @Test
    void aTargetThatIsRestartedMeanwhileIsCountedAgain() throws Exception {
        holds(20, 1);
        Set<String> deleted = delete(20, 3);
        run.copyAbove(20);
        AtomicInteger asked = new AtomicInteger();
        run.source(0).before(call -> {
            if (call.equals("count") && asked.incrementAndGet() == 1) {
                run.target(0).failOver("h");
                run.source(1).failOver("h");
            }
        });

        online();

        assertThat(new TreeSet<>(found)).isEqualTo(deleted);
    }
}
