package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.Request;
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
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after block") && calls.getAndIncrement() == 0) {
                throw new CutoverFixture.Killed();
            }
        });
        try {
            run.control();
        } catch (CutoverFixture.Killed e) {
            // As intended.
        }
        run.cluster.around(_ -> {});
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }
}
