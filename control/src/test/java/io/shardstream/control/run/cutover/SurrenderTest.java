package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What an abort outside of a cut-over answers. Whoever reads `done` believes that clients can write.
class SurrenderTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private final CutoverFixture run = new CutoverFixture();

    @Test
    void anAbortIsDoneWhereClientsCanWriteAndWritersHaveTheirAlias() throws Exception {
        assertThat(abort().outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(abort().sentence())
                .isEqualTo("No cut-over is under way: clients write to 'cities', and the run goes on.");
    }

    /// A writer that has stood still would write there.
    @Test
    void noIndexKeepsTheWriteAliasNotEvenARestoredCopyOfTheTarget() throws Exception {
        String write = "Shardstream-x";
        run.cluster.with("copy", "c", Alias.plain(write), Alias.plain("reports"));
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.find(write)).isEmpty();
        assertThat(run.cluster.names("copy")).containsExactly("reports");
    }

    /// A supervisor would begin the run anew as soon as its topics are gone.
    @Test
    void whatStartsItsProcessesIsToGoBeforeItsTopics() throws Exception {
        String words = "Before you delete them, take away what starts its processes again";
        Request first = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.answer(first).sentence()).contains("can be deleted. " + words);
        Request again = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.answer(again).sentence()).contains("can be deleted. " + words);
        run.cluster.remove(SOURCE);
        Request last = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.answer(last).sentence()).contains("Keep index").doesNotContain(words);
    }

    @Test
    void aBlockOfSomebodyElseIsLeftAndItIsSaidHowToLiftIt() throws Exception {
        run.cluster.block(SOURCE, true);
        assertLeft(
                "Clients cannot write to 'cities': it has a write block that somebody else has set",
                "or lift it: PUT /cities/_settings {\"index.blocks.write\": null}.");
    }

    /// Its setting does not lift it.
    @Test
    void aBlockThatNotAllShardsHaveConfirmedIsConfirmedFirst() throws Exception {
        run.cluster.blockUnconfirmed(SOURCE);
        assertLeft("it has a write block", "PUT /cities/_block/write, then PUT /cities/_settings");
    }

    @Test
    void theRunIsNamedThatHasLeftItsNameOnTheSource() throws Exception {
        run.cluster.block(SOURCE, true);
        run.cluster.arrive(List.of(new AliasChange.Add(SOURCE, Alias.plain("Shardstream-y-Block-docs-1-1"))));
        assertLeft("it has a block alias of run 'y'", "is its way back: leave the block");
    }

    @Test
    void anotherBlockThatRefusesWritesIsLeft() throws Exception {
        run.cluster.otherBlocks(SOURCE, "index metadata (api)", "index read-only / allow delete (api)");
        assertLeft("it has the block 'index read-only / allow delete (api)'", "Lift that block.");
    }

    @Test
    void aBlockThatRefusesNoWritesIsNotLeft() throws Exception {
        run.cluster.otherBlocks(SOURCE, "index metadata (api)", "index read (api)");
        assertThat(abort().outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aSourceThatIsClosedTakesNoWrites() throws Exception {
        run.cluster.close(SOURCE);
        assertLeft("Clients cannot write to 'cities': it is closed.", "Mend that");
    }

    @Test
    void aSourceThatIsGoneIsNotDone() throws Exception {
        run.cluster.remove(SOURCE);
        assertLeft("'cities' is gone.", "'abort --run' gives the run up.");
    }

    @Test
    void aSourceThatWasCreatedAgainIsNotDone() throws Exception {
        run.cluster.remove(SOURCE);
        run.cluster.with(SOURCE, "another");
        assertLeft("'cities' is not the index that this run copied", "'abort --run' gives the run up.");
    }

    @Test
    void aTargetWhoseWriteAliasIsGoneIsNotDone() throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "Shardstream-x")));
        assertLeft("The run cannot write to 'cities-v2': its write alias 'Shardstream-x' is gone.", "'abort --run'");
    }

    @Test
    void aTargetThatIsGoneGetsNoAliasBack() throws Exception {
        run.cluster.remove(TARGET);
        assertLeft("Target index 'cities-v2' is gone", "'abort --run'");
        assertThat(abort().sentence()).doesNotContain("Give the index that alias back");
    }

    @Test
    void aTargetThatSomebodyElseHasBlockedIsNotDone() throws Exception {
        run.cluster.block(TARGET, true);
        assertLeft("The run cannot write to 'cities-v2': it has a write block", "PUT /cities-v2/_settings");
    }

    @Test
    void aTargetThatHasTheMarkOfASwapIsNotDone() throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Live"))));
        assertLeft("The target has taken the source's place", "move the aliases");
    }

    @Test
    void aRunThatIsGivenUpWhileClientsCannotWriteSaysSo() throws Exception {
        run.cluster.block(SOURCE, true);
        Answer answer = answerTo(Map.of("run", "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("The run is given up.")
                .contains("Clients cannot write to 'cities'", "or lift it: PUT /cities/_settings");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    /// Whoever reads that it goes on would wait in vain.
    @Test
    void anAbortOfARunThatIsPausedOrStoppedDoesNotSayThatItGoesOn() throws Exception {
        run.topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        assertThat(abort().outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(abort().sentence())
                .isEqualTo("No cut-over is under way: clients write to 'cities'. The run is paused: 'resume' lets it go"
                        + " on.");
        Blocked stopped = new Blocked(Blocked.REJECTS, "3 are rejected.", Instant.EPOCH);
        run.topic.say(Blocked.key(Blocked.REJECTS), stopped.encode());
        assertThat(abort().sentence())
                .isEqualTo("No cut-over is under way: clients write to 'cities'. The run is stopped: 3 are rejected.");
    }

    @Test
    void norDoesThatOfARunWhoseOwnRunFileLetsNothingBegin() throws Exception {
        Throttle stopped = ThrottleText.changed(Throttle.NONE, Map.of("total", "0b"));
        run.topic.say(RunFileThrottle.KEY, new RunFileThrottle(stopped).encode());
        assertThat(abort().sentence()).contains("The run may do nothing at this time by its throttle");
        run.topic.say(Throttle.KEY, Throttle.NONE.encode());
        assertThat(abort().sentence()).endsWith("and the run goes on.");
    }

    /// As scripts do that repeat what may have failed.
    @Test
    void aRunThatWasGivenUpIsSoForWhoeverGivesItUpAgain() throws Exception {
        abort();
        Answer first = answerTo(Map.of("run", "yes"));
        assertThat(first.outcome()).isEqualTo(Answer.Outcome.DONE);
        for (int time = 0; time < 2; time++) {
            Answer again = answerTo(Map.of("run", "yes"));
            assertThat(again.outcome()).as(again.sentence()).isEqualTo(first.outcome());
            assertThat(again.sentence()).isEqualTo(first.sentence());
        }
        assertThat(abort().outcome()).isEqualTo(Answer.Outcome.REFUSED);
    }

    /// By that sentence people delete.
    @Test
    void whatWasDeletableIsLookedAtAgain() throws Exception {
        assertThat(answerTo(Map.of("run", "yes")).sentence()).contains("can be deleted");
        run.cluster.change(List.of(new AliasChange.Add(CutoverFixture.TARGET, Alias.plain("orders"))));
        Answer again = answerTo(Map.of("run", "yes"));
        assertThat(again.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(again.sentence()).contains("Do not delete index", "'orders'");
    }

    private void assertLeft(String what, String todo) throws Exception {
        Answer answer = abort();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence()).contains(what, todo);
        assertThat(answer.sentence().indexOf(todo))
                .as("what to do is said last")
                .isGreaterThan(answer.sentence().indexOf(what));
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    private Answer abort() throws Exception {
        return answerTo(Map.of());
    }

    private Answer answerTo(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.ABORT, options);
    }
}
