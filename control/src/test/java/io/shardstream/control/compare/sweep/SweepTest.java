package io.shardstream.control.compare.sweep;

import static io.shardstream.control.compare.sweep.SweepFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What every sweep does that is made while the run goes on; here both sides count. [ReadSweepTest] has them
/// read.
class SweepTest {
    final SweepFixture fixture = new SweepFixture();
    private final MemoryRun run = fixture.run;
    private final Sweep sweep = fixture.sweep;
    private final List<String> found = fixture.found;

    /// What a shard is asked to be gone through.
    String look() {
        return "count";
    }

    @Test
    void whatWasDeletedInTheSourceIsDeletedInTheTarget() throws Exception {
        for (int i = 0; i < 20; i++) {
            run.source(i % 2).index("d" + i, "{}");
        }
        run.copy();
        run.source(1).delete("d7");
        run.source(0).delete("d12");
        run.copy();

        SweepReport report = fixture.online();

        assertThat(found).containsExactlyInAnyOrder("d7", "d12");
        assertThat(report.deleted()).isEqualTo(2);
        assertThat(report.candidates()).isEqualTo(2);
        assertThat(run.copied()).hasSize(18).doesNotContainKeys("d7", "d12");
    }

    @Test
    void nothingIsDeletedThatARoleMayHide() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        // Looks like a document that a role has come to hide.
        run.source(0).delete("a");
        run.copy();
        run.sight(() -> {
            throw new BlockedException("hidden");
        });
        int before = run.records();

        assertThatThrownBy(fixture::online).isInstanceOf(BlockedException.class).hasMessage("hidden");

        assertThat(run.records()).isEqualTo(before);
        assertThat(found).isEmpty();
    }

    @Test
    void aTargetThatIsEqualIsReadOnce() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        AtomicInteger scans = new AtomicInteger();
        run.target(0).before(call -> scans.addAndGet(call.equals(look()) ? 1 : 0));

        assertThat(fixture.online().candidates()).isZero();

        assertThat(scans.get()).isEqualTo(1);
    }

    @Test
    void aDeleteCarriesTheCheckpointSoThatACreationSinceWins() throws Exception {
        run.source(0).index("a", "{\"n\":1}");
        run.source(0).index("b", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        // Created again while the sweep asks: above the checkpoint, and read by the readers afterwards.
        run.source(0).before(call -> {
            if (call.equals("withIds")) {
                run.source(0).before(_ -> {});
                run.source(0).index("c", "{}");
            }
        });
        int before = run.records();
        fixture.online();
        assertThat(run.published(before)).singleElement().satisfies(delete -> {
            assertThat(delete.source()).isNull();
            assertThat(delete.version()).isEqualTo(run.word(0, 2));
        });
        run.source(0).index("a", "{\"n\":2}");
        run.copy();
        assertThat(run.copied()).containsEntry("a", "{\"n\":2}");
    }

    @Test
    void whatIsThereAgainWhenItIsAskedForIsNotDeleted() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        run.source(0).before(call -> {
            if (call.equals("withIds")) {
                run.source(0).before(_ -> {});
                run.source(0).index("a", "{\"n\":2}");
            }
        });

        assertThat(fixture.online().deleted()).isZero();
    }

    @Test
    void anAbsenceThatIsNotSettledIsNoFact() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();
        run.source(0).delete("a");
        run.source(0).unsettled(1);
        AtomicInteger sleeps = new AtomicInteger();
        run.whileSleeping(() -> {
            // The delete is rolled back: another copy becomes the primary, and has the document.
            if (sleeps.incrementAndGet() == 3) {
                run.source(0).indexAt(0, "a", null, "{}");
                run.source(0).unsettled(0);
                run.source(0).failOver("h");
                run.copy();
            }
        });

        assertThat(fixture.online().deleted()).isZero();

        assertThat(run.copied()).containsKey("a");
    }

    @Test
    void aTargetThatHasMadeNothingDurableYetIsReadToItsEnd() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        run.targetOf("a").unsettled(1);

        assertThat(fixture.online().deleted()).isEqualTo(1);
    }

    @Test
    void aHistoryThatWasAcceptedAndIsNotBegunIsWaitedFor() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).failOver("restored");
        assertThatThrownBy(fixture::online).isInstanceOf(BlockedException.class);
        run.acceptNewHistory(0);

        assertThatThrownBy(fixture::online)
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("have not begun to read it");
    }

    @Test
    void aRecordThatLiesInALaneIsWaitedFor() throws Exception {
        run.source(0).index("a", "{}");
        run.stopWriters();
        run.copy();
        run.source(0).delete("a");
        run.copy();
        run.whileSleeping(run::startWriters);

        assertThat(fixture.online().deleted()).isEqualTo(1);

        assertThat(run.copied()).isEmpty();
    }

    @Test
    void writersThatDoNotComeEndTheSweepWithASentence() throws Exception {
        run.source(0).index("a", "{}");
        run.stopWriters();
        run.copy();

        assertThatThrownBy(fixture::online)
                .isInstanceOf(NotDrainedException.class)
                .hasMessageContaining("1 record waiting in Kafka");
    }

    @Test
    void equalNumbersAreToldApartById() throws Exception {
        run.source(0).indexAt(5, "a", null, "{}");
        run.source(0).indexAt(5, "b", null, "{}");
        run.source(0).indexAt(5, "c", null, "{}");
        run.copy();
        run.source(0).delete("b");
        run.copy();

        fixture.online();

        assertThat(found).containsExactly("b");
        assertThat(run.copied().keySet()).isEqualTo(Set.of("a", "c"));
    }

    @Test
    void whatMovedToAnotherShardOfTheTargetWithItsRoutingGoesWhereItWas() throws Exception {
        run.source(0).index("a", "r2", "{}");
        run.copy();
        run.source(0).index("a", "r1", "{}");
        run.copy();
        assertThat(run.copied()).hasSize(2);

        fixture.online();

        assertThat(run.copied().keySet()).isEqualTo(Set.of("a/r1"));
    }

    @Test
    void wordsOfALowerLineageGoWhenTheirDocumentsAreGone() throws Exception {
        for (int i = 0; i < 9; i++) {
            run.source(0).index("old" + i, "{}");
        }
        run.copy();
        // Numbers begin anew, far below the old ones.
        run.source(0).empty();
        run.source(0).index("new", "{}");
        run.raiseLineage();
        run.copy();

        fixture.online();

        assertThat(run.copied().keySet()).isEqualTo(Set.of("new"));
    }

    /// Writers apply a word that is equal to the one that the target holds.
    @Test
    void aDeleteInAShardThatWasEmptiedLosesToTheFirstDocumentThatIsWrittenThere() throws Exception {
        run.source(0).index("a", "{\"n\":1}");
        run.source(0).index("b", "{}");
        run.copy();
        run.source(0).empty();
        run.raiseLineage();
        run.copy();

        sweep.run(SweepOptions.online(PATIENCE), name -> {
            // The absence of both is settled, and their deletes are not published yet.
            if (name.id().utf8().equals("a")) {
                run.source(0).index("a", "{\"n\":2}");
                run.copy();
            }
        });

        assertThat(run.copied()).isEqualTo(Map.of("a", "{\"n\":2}"));
    }

    @Test
    void anotherHistoryBlocksBeforeAnythingIsDeleted() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).failOver("other");
        run.source(0).delete("a");

        assertThatThrownBy(fixture::online).isInstanceOf(BlockedException.class).hasMessageContaining("history");

        assertThat(run.copied()).containsKey("a");
    }

    @Test
    void aSourceWithFewerNumbersThanWereReadBlocksBeforeAnythingIsDeleted() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();
        run.source(0).empty();
        run.source(0).index("a", "{}");

        assertThatThrownBy(fixture::online).isInstanceOf(BlockedException.class).hasMessageContaining("older state");

        assertThat(run.copied()).hasSize(2);
        run.source(0).cutOff();
        assertThatThrownBy(fixture::online).isInstanceOf(NotPrimaryException.class);
    }

    @Test
    void aHistoryThatChangesWhileTheSourceIsAskedAgainBlocks() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();
        run.source(0).delete("b");
        run.copy();
        AtomicInteger located = new AtomicInteger();
        run.target(0).before(_ -> {
            if (located.getAndIncrement() == 0) {
                run.source(0).drop("a");
                run.source(0).failOver("other");
            }
        });

        assertThatThrownBy(fixture::online).isInstanceOf(BlockedException.class).hasMessageContaining("history");

        assertThat(run.copied()).hasSize(2);
    }

    @Test
    void foreignVersionsAreCountedAndLeftAlone() throws Exception {
        run.target(0).write("theirs", null, 17, "{}");

        assertThat(fixture.online().foreign()).isEqualTo(1);

        assertThat(run.copied()).containsKey("theirs");
    }

    @Test
    void whatACopyOfTheTargetThatWasCutOffDidNotShowIsLookedForAgain() throws Exception {
        long word = run.word(0, run.source(0).index("a", "{}"));
        MemoryShard target = run.targetOf("a");
        // Written by way of the copy that has become the primary since.
        target.cutOff();
        run.source(0).delete("a");
        run.copy();
        assertThat(fixture.online().deleted()).isZero();

        target.failOver("h");
        target.write("a", null, word, "{}");
        assertThat(fixture.online().deleted()).isEqualTo(1);

        assertThat(run.copied()).isEmpty();
        assertThat(fixture.online().skipped()).containsExactly(0, 1);
    }

    @Test
    void aDryRunPublishesNothing() throws Exception {
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        int before = run.records();

        SweepReport report = sweep.run(new SweepOptions(false, true, true, PATIENCE), _ -> {});

        assertThat(report.deleted()).isEqualTo(1);
        assertThat(run.records()).isEqualTo(before);
        assertThat(fixture.online().deleted()).isEqualTo(1);
    }

    @Test
    void whatReadersHaveNotReadIsNotJudgedWhenTheyAreGone() throws Exception {
        run.source(0).index("a", "{}");
        run.source(0).index("b", "{}");
        run.copy();
        run.source(0).delete("a");
        run.source(0).index("b", "{\"n\":2}");

        SweepReport report = sweep.run(new SweepOptions(true, false, false, PATIENCE), _ -> {});

        assertThat(report.checkpoints()).containsEntry(0, 1L);
        assertThat(run.copied().keySet()).isEqualTo(Set.of("b"));
    }

    /// They may be gigabytes.
    @Test
    void rejectsAreNotReadFromTheirStartByASweep() throws Exception {
        Sweep small = new Sweep(run.compared(), run, run.sleeper(), 2);
        for (int i = 0; i < 50; i++) {
            run.source(0).index("d" + i, "{}");
            run.reject("d" + i, null, run.word(0, i));
        }
        run.copy();
        run.source(0).delete("d3");
        run.copy();
        small.run(SweepOptions.online(PATIENCE), _ -> {});

        assertThat(small.run(SweepOptions.last(PATIENCE), _ -> {}).compared()).isEqualTo(49);

        assertThat(run.rejectsReadWhole()).isZero();
    }

    @Test
    void manyNumbersAreComparedInRounds() throws Exception {
        Sweep small = new Sweep(run.compared(), run, run.sleeper(), 2);
        for (int i = 0; i < 50; i++) {
            run.source(i % 5 == 0 ? 1 : 0).index("d" + i, "{}");
        }
        run.copy();
        for (int i = 0; i < 50; i += 3) {
            run.source(i % 5 == 0 ? 1 : 0).delete("d" + i);
        }
        run.copy();

        SweepReport report = small.run(SweepOptions.last(PATIENCE), _ -> {});

        assertThat(report.deleted()).isEqualTo(17);
        assertThat(report.compared()).isEqualTo(50);
        assertThat(run.copied()).hasSize(33);
    }
}
