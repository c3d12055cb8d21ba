package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.Beginning;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Kafka's files are put back to a state from before a cut-over, of which only the servers know then.
class UntoldBlockTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private CutoverFixture run = new CutoverFixture();

    @Test
    void anAbortLiftsABlockOfWhichOnlyItsNameSaysThatItIsTheRuns() throws Exception {
        blockAndPutBack();
        String name = run.cluster.blockNames(SOURCE).iterator().next();

        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence())
                .contains("clients write to 'cities'", name, "Kafka's control topic knew nothing: it is lifted");
    }

    @Test
    void soDoesOneThatGivesTheRunUp() throws Exception {
        blockAndPutBack();
        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of("run", "yes"));
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(answer.sentence()).startsWith("The run is given up.").contains("it is lifted");
    }

    /// The state may be from before several controllers, whose numbers are counted again.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void itIsLiftedWhicheverControllerHasSetIt(int controllers) throws Exception {
        run.endless();
        Map<String, byte[]> before = run.topic.state();
        for (int controller = 1; controller < controllers; controller++) {
            run.term(run.topic.journal());
        }
        killUnderTheBlock();
        run.topic.putBack(before);

        assertThat(run.answerTo(Request.Kind.ABORT, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// The target's name stays when the source is opened, and nothing may be done through it.
    @Test
    void aCutOverSaysThatANameIsOfALaterControllerThanKafkaKnowsOf() throws Exception {
        run.endless();
        Map<String, byte[]> before = run.topic.state();
        for (int controller = 1; controller < 8; controller++) {
            run.term(run.topic.journal());
        }
        killUnderTheBlock();
        run.topic.putBack(before);
        run.answerTo(Request.Kind.ABORT, Map.of());
        String name = run.cluster.blockNames(TARGET).iterator().next();

        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains(
                        "'cities-v2' has the alias '" + name + "' of a later controller of this run than Kafka's",
                        "Take the alias away, and give 'cutover' again: DELETE /cities-v2/_alias/" + name + ".");
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, name)));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCutOverIsRefusedAndNamesTheAbort(boolean isForced) throws Exception {
        blockAndPutBack();
        Answer answer = run.answerTo(Request.Kind.CUTOVER, isForced ? Map.of("force", "yes") : Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("a write block that this run has set", "'abort' lifts it")
                .doesNotContain("somebody else has set", "--force");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.answerTo(Request.Kind.ABORT, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereverTheCutOverWasLeftNoIndexTakesWritesBesideProduction(boolean areTwo) throws Exception {
        int calls = new CutoverFixture(areTwo).callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            run = new CutoverFixture(areTwo);
            run.endless();
            Map<String, byte[]> before = run.topic.state();
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.topic.putBack(before);

            Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

            boolean isSwapped = run.cluster.names(TARGET).contains("places");
            assertThat(run.sourceCluster.takesWrites(SOURCE))
                    .as("killed at call %s: %s", call, answer.sentence())
                    .isEqualTo(!isSwapped);
            if (isSwapped) {
                assertThat(answer.sentence())
                        .contains(
                                "a write block that this run has set", "Production is on 'cities-v2': leave the block");
            } else {
                assertThat(run.cluster.names(TARGET)).contains("Shardstream-x");
            }
        }
    }

    /// The topic knows of the block, and not of controllers that went on with the cut-over or took it back.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBlockThatLaterControllersHaveNamedIsLiftedAlsoWhereKafkaHasLostThem(boolean areTwo) throws Exception {
        for (Request.Kind goingOn : List.of(Request.Kind.CUTOVER, Request.Kind.ABORT)) {
            int calls = new CutoverFixture(areTwo).callsOf(Request.Kind.CUTOVER);
            for (int call = 1; call <= calls; call++) {
                run = new CutoverFixture(areTwo);
                run.endless();
                killUnderTheBlock();
                Map<String, byte[]> before = run.topic.state();
                for (int controller = 1; controller < 8; controller++) {
                    run.term(run.topic.journal());
                }
                if (goingOn == Request.Kind.ABORT) {
                    run.ask(goingOn, Map.of());
                }
                run.kill(call, _ -> {});
                run.topic.putBack(before);

                Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

                assertThat(run.sourceCluster.takesWrites(SOURCE))
                        .as("killed at call %s: %s", call, answer.sentence())
                        .isEqualTo(!run.cluster.names(TARGET).contains("places"));
            }
        }
    }

    @Test
    void anAbortThatIsKilledIsFinishedByTheNextOne() throws Exception {
        blockAndPutBack();
        int calls = run.callsOf(Request.Kind.ABORT);
        for (int call = 1; call <= calls; call++) {
            run = new CutoverFixture();
            run.endless();
            blockAndPutBack();
            run.ask(Request.Kind.ABORT, Map.of());
            run.kill(call, _ -> {});
            Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());
            assertThat(run.cluster.takesWrites(SOURCE))
                    .as("killed at call %s: %s", call, answer.sentence())
                    .isTrue();
        }
    }

    @Test
    void aBlockThatSomebodySetsAfterSuchAnAbortStays() throws Exception {
        blockAndPutBack();
        run.answerTo(Request.Kind.ABORT, Map.of());
        run.cluster.block(SOURCE, true);
        assertStays();
    }

    /// A name was taken, and the cut-over did not come to its block.
    @Test
    void aBlockThatSomebodySetsAfterANameWasTakenStays() throws Exception {
        int calls = run.callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            run = new CutoverFixture();
            run.endless();
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            if (run.topic.said().of(CutoverNotes.KEY, CutoverNotes::decode).isPresent()) {
                return;
            }
            run.answerTo(Request.Kind.ABORT, Map.of());
            run.cluster.block(SOURCE, true);
            assertStays();
        }
    }

    /// Of those steps are not kept for ever that took its name.
    @Test
    void aBlockThatSomebodySetsAfterMoreAttemptsThanAreKeptStays() throws Exception {
        run.endless();
        run.once("after name", () -> run.ask(Request.Kind.ABORT, Map.of()));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        run.cluster.around(_ -> {});
        assertThat(run.topic.said().of(CutoverNotes.KEY, CutoverNotes::decode)).isEmpty();
        for (int attempt = 0; attempt <= ControllerEpoch.KEPT_ATTEMPTS; attempt++) {
            run.run.pass(Duration.ofMinutes(1));
            run.answerTo(Request.Kind.CUTOVER, Map.of(Beginning.DRY_RUN, "yes"));
        }
        assertThat(run.topic.said().all(Step.KEY_PREFIX, Step::decode))
                .noneMatch(step -> step.name().equals(OurBlocks.TAKE_NAME));
        assertThat(run.cluster.blockNames(SOURCE)).isNotEmpty();
        run.cluster.block(SOURCE, true);
        assertStays();
    }

    /// Which says how the source is all the same.
    @Test
    void anAbortThatCannotAskTheTargetSaysWhatIsTheMatterWithTheSource() throws Exception {
        run = new CutoverFixture(true);
        blockAndPutBack();
        run.cluster.away(TARGET, true);

        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains(
                        "Clients cannot write to 'cities': it has a write block that this run has set",
                        "'abort' lifts it when the target answers, unless production is on 'cities-v2'.")
                .doesNotContain("could not be seen: no answer");
        run.cluster.away(TARGET, false);
        assertThat(run.answerTo(Request.Kind.ABORT, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void whereNoAliasTellsWhichIndexClientsUseProductionMayBeOnTheTarget() throws Exception {
        blockAndPutBack();
        for (String index : new String[] {SOURCE, TARGET}) {
            for (String alias : run.cluster.names(index)) {
                run.cluster.arrive(List.of(new AliasChange.Remove(index, alias)));
            }
        }
        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());
        assertThat(answer.sentence()).contains("Production may be on 'cities-v2': leave the block");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// The name stays when its block is lifted.
    @Test
    void aBlockThatSomebodySetsAfterACutOverThatTheTopicKnowsStays() throws Exception {
        run.endless();
        killUnderTheBlock();
        run.answerTo(Request.Kind.ABORT, Map.of());
        run.cluster.block(SOURCE, true);
        assertStays();
    }

    /// Nothing but the aliases says so: the target has no mark of a swap.
    @Test
    void theSourceStaysClosedWherePeopleHaveMovedProductionToTheTarget() throws Exception {
        blockAndPutBack();
        run.cluster.give("places", SOURCE, TARGET);
        run.cluster.give("search", SOURCE, TARGET);
        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(answer.sentence()).contains("Production is on 'cities-v2': leave the block");
    }

    private void assertStays() throws Exception {
        for (int time = 0; time < 2; time++) {
            Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());
            assertThat(answer.sentence()).contains("somebody else has set");
            assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        }
    }

    private void blockAndPutBack() throws Exception {
        run.endless();
        Map<String, byte[]> before = run.topic.state();
        killUnderTheBlock();
        run.topic.putBack(before);
    }

    private void killUnderTheBlock() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        killAtFirst("after block");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
    }

    private void killAtFirst(String call) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        run.sourceCluster.around(what -> {
            if (what.equals(call) && calls.getAndIncrement() == 0) {
                throw new CutoverFixture.Killed();
            }
        });
        try {
            run.control();
        } catch (CutoverFixture.Killed e) {
            // As intended.
        }
        run.sourceCluster.around(_ -> {});
    }
}
