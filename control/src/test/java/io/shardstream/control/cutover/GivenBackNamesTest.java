package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The name by which a run lifts the block of its rollback, which the cut-over of a later run takes away in the
/// moment in which the block is set.
class GivenBackNamesTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String THEIRS = "Shardstream-y-Block-docs-y-1-2";

    /// The source of this run is the target of another one, which rolls back.
    @Test
    void aCutOverGivesTheNameBackToTheRunThatHasBlockedItsSource() throws Exception {
        int calls = named().callsOf(Request.Kind.CUTOVER);
        int returned = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = named();
            AtomicInteger count = new AtomicInteger();
            int last = call;
            run.cluster.around(what -> {
                // The call that sets a block finds its name, or was on its way through it.
                if (count.incrementAndGet() == last) {
                    run.cluster.block(SOURCE, true);
                }
            });
            Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

            if (answer.outcome() == Answer.Outcome.REFUSED) {
                assertThat(run.cluster.blockNames(SOURCE))
                        .as("blocked at call " + call + ": " + answer.sentence())
                        .containsExactly(THEIRS);
                returned += answer.sentence().contains("run 'y' has begun to block writes to 'cities'") ? 1 : 0;
            }
        }
        assertThat(returned).isPositive();
    }

    @Test
    void aNameOfARunThatBlocksNothingIsNotGivenBack() throws Exception {
        CutoverFixture run = named();
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.blockNames(SOURCE)).doesNotContain(THEIRS);
    }

    @Test
    void aRollbackWaitsForTheNameOfItsBlock() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        List<String> own = new ArrayList<>();
        AtomicInteger count = new AtomicInteger();
        run.cluster.around(what -> {
            if (own.isEmpty() && what.equals("after block")) {
                own.addAll(run.cluster.blockNames(TARGET));
                replace(run, TARGET, own, List.of(THEIRS));
            } else if (!own.isEmpty() && count.incrementAndGet() == 30) {
                replace(run, TARGET, List.of(THEIRS), own);
            }
        });
        run.control();

        assertThat(count.get()).isGreaterThan(30);
        assertThat(run.answer(rollback).outcome())
                .as(run.answer(rollback).sentence())
                .isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names(SOURCE)).contains("places");
    }

    /// Two runs of one source: the other one gives the name back when it finds the block.
    @Test
    void aCutOverWhoseNameIsTakenUnderItsBlockLetsClientsWriteAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        List<String> own = new ArrayList<>();
        AtomicInteger count = new AtomicInteger();
        run.cluster.around(what -> {
            if (own.isEmpty() && what.equals("after block") && !run.cluster.takesWrites(SOURCE)) {
                own.addAll(run.cluster.blockNames(SOURCE));
                replace(run, SOURCE, own, List.of(THEIRS));
            } else if (!own.isEmpty() && count.incrementAndGet() == 60) {
                replace(run, SOURCE, List.of(THEIRS), own);
            }
        });
        run.control();

        assertThat(count.get()).isGreaterThan(60);
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(SOURCE)).contains("places");
    }

    /// It may be the other run's block by then.
    @Test
    void aRollbackWhoseNameDoesNotComeBackSaysThatClientsCannotWrite() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("after block", () -> replace(run, TARGET, run.cluster.blockNames(TARGET), List.of(THEIRS)));
        run.control();

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence())
                .contains(
                        "run 'y' has begun to block writes to 'cities-v2'. Clients cannot write to 'cities-v2': it has"
                                + " a write block of this run or of that one. Abort that one's cut-over; if the block is"
                                + " still there then, lift it: PUT /cities-v2/_settings");
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("'cities-v2' has a write block of this run or of run 'y', which has its name.");
    }

    private static CutoverFixture named() {
        CutoverFixture run = new CutoverFixture();
        run.cluster.give(THEIRS, SOURCE, SOURCE);
        return run;
    }

    private static void replace(CutoverFixture run, String index, Collection<String> names, Collection<String> by) {
        List<AliasChange> changes = new ArrayList<>();
        names.forEach(name -> changes.add(new AliasChange.Remove(index, name)));
        by.forEach(name -> changes.add(new AliasChange.Add(index, Alias.plain(name))));
        assertThat(run.cluster.arrive(changes)).isTrue();
    }
}
