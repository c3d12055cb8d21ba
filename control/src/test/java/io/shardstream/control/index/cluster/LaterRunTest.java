package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A rollback while a later run, which copies this one's target, begins to block it for a cut-over of its own.
class LaterRunTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String THEIRS = "Shardstream-y-Block-docs-y-1-2";

    @Test
    void aLaterRunThatBlocksTheTargetAtAnyMomentKeepsItsBlockAndProduction() throws Exception {
        int refused = 0;
        int back = 0;
        int calls = CutoverFixture.cutOver(false).callsOf(Request.Kind.ROLLBACK);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
            AtomicInteger count = new AtomicInteger();
            AtomicBoolean wasBack = new AtomicBoolean();
            int last = call;
            run.cluster.around(_ -> {
                if (count.incrementAndGet() == last) {
                    wasBack.set(run.cluster.names(SOURCE).contains("places"));
                    blockForLater(run);
                }
            });
            run.control();

            boolean isRefused = run.answer(rollback).outcome() == Answer.Outcome.REFUSED;
            assertThat(run.cluster.names(TARGET).contains("places"))
                    .as("the later run came at call " + call)
                    .isEqualTo(!wasBack.get());
            assertThat(isRefused).isEqualTo(!wasBack.get());
            if (isRefused) {
                assertThat(run.cluster.takesWrites(TARGET)).as("its block").isFalse();
                assertThat(run.cluster.blockNames(TARGET)).containsExactly(THEIRS);
                assertThat(run.answer(rollback).sentence()).contains("run 'y'");
                assertThat(run.isIn(Phase.COMPLETED)).isTrue();
            }
            refused += isRefused ? 1 : 0;
            back += isRefused ? 0 : 1;
        }
        assertThat(refused).isPositive();
        assertThat(back).isPositive();
    }

    /// Its name was there before this run looked, and its block comes in between.
    @Test
    void aLaterRunThatHadTakenItsNameBeforeKeepsItsBlockAtAnyMomentToo() throws Exception {
        int calls = namedByLater().callsOf(Request.Kind.ROLLBACK);
        int blocked = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = namedByLater();
            Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
            AtomicInteger count = new AtomicInteger();
            AtomicBoolean isTheirs = new AtomicBoolean();
            int last = call;
            run.cluster.around(_ -> {
                if (count.incrementAndGet() == last
                        && run.cluster.blockNames(TARGET).contains(THEIRS)) {
                    isTheirs.set(true);
                    run.cluster.block(TARGET, true);
                }
            });
            run.control();
            run.cluster.around(_ -> {});

            String when = "the later run blocked it at call " + call + ": "
                    + run.answer(rollback).sentence();
            if (!isTheirs.get()) {
                assertThat(run.answer(rollback).outcome()).as(when).isEqualTo(Answer.Outcome.DONE);
                continue;
            }
            blocked++;
            assertThat(run.answer(rollback).outcome()).as(when).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(rollback).sentence()).as(when).contains("run 'y'");
            assertThat(run.cluster.names(TARGET)).as(when).contains("places");
            assertThat(run.cluster.takesWrites(TARGET)).as(when).isFalse();
            assertThat(run.cluster.blockNames(TARGET)).as(when).containsExactly(THEIRS);
            assertThat(RefusedWrites.of(run.topic.said())).as(when).isEmpty();
        }
        assertThat(blocked).isPositive();
    }

    /// One that was cut over, and whose target a later run has named, which has not blocked it yet.
    private static CutoverFixture namedByLater() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        blockForLater(run);
        run.cluster.block(TARGET, false);
        return run;
    }

    /// It blocked the target once, and has given that up.
    @Test
    void aNameThatALaterRunHasLeftDoesNotStandInTheWay() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        blockForLater(run);
        run.cluster.block(TARGET, false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The name of this run is put beside that which is left, and that of a third run beside both.
    @Test
    void aRunThatNamesTheTargetWhileANameThatWasLeftIsTakenAwayIsGivenWay() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        blockForLater(run);
        run.cluster.block(TARGET, false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        String third = "Shardstream-z-Block-docs-z-1-1";
        run.cluster.around(what -> {
            boolean isBeside = what.equals("after name")
                    && run.cluster.blockNames(TARGET).contains(THEIRS)
                    && run.cluster.blockNames(TARGET).size() == 2;
            if (isBeside) {
                run.cluster.give(TARGET, Alias.plain(third));
            }
        });
        run.control();

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence())
                .contains("run 'z' has begun to block writes to 'cities-v2'. Roll that run back, or abort it, first.");
        assertThat(run.cluster.names(TARGET)).contains("places");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ReplaceIndex.class,
            names = {"NO", "WITH_COPY"})
    void aCutOverWhoseSourceLostAllItsAliasesSinceItBeganDoesNotSwap(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        run.cluster.with("cities-v0", "v0");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before hasBulks", () -> {
            run.cluster.give("places", SOURCE, "cities-v0");
            run.cluster.give("search", SOURCE, "cities-v0");
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("'places', 'search'", "has no alias now");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    /// As the cut-over of another run does with its source.
    private static void blockForLater(CutoverFixture run) {
        List<AliasChange> changes = new ArrayList<>();
        run.cluster.blockNames(TARGET).forEach(name -> changes.add(new AliasChange.Remove(TARGET, name)));
        changes.add(new AliasChange.Add(TARGET, Alias.plain(THEIRS)));
        assertThat(run.cluster.arrive(changes)).isTrue();
        run.cluster.block(TARGET, true);
    }
}
