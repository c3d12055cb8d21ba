package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// C-68: what is done is asked for once more.
class RepetitionTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private static Answer asked(CutoverFixture run, Request.Kind kind, Map<String, String> options) throws Exception {
        Request request = run.ask(kind, options);
        run.control();
        return run.answer(request);
    }

    private static CutoverFixture rolledBack() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        assertThat(asked(run, Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        return run;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCutOverThatIsDoneIsDoneForWhoeverAsksForItAgain(boolean areTwo) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwo);
        for (int time = 0; time < 2; time++) {
            Answer answer = asked(run, Request.Kind.CUTOVER, Map.of());
            assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
            assertThat(answer.sentence())
                    .startsWith("The run has been cut over already. Aliases 'places', 'search' are");
        }
        asked(run, Request.Kind.RELEASE, Map.of());
        assertThat(asked(run, Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void anAbortAfterTheReleaseDoesNotAdviseARollback() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        assertThat(asked(run, Request.Kind.ABORT, Map.of()).sentence()).contains("'rollback'");
        asked(run, Request.Kind.RELEASE, Map.of());
        Answer abort = asked(run, Request.Kind.ABORT, Map.of());
        assertThat(abort.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(abort.sentence()).contains("the way back was given up").doesNotContain("'rollback'");
    }

    @Test
    void itIsNotWhereSomethingIsOtherwiseNow() throws Exception {
        assertNotDone(run -> run.cluster.give("places", TARGET, SOURCE));
        assertNotDone(run -> run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "places"))));
        assertNotDone(run -> run.cluster.block(TARGET, true));
        assertNotDone(run -> run.cluster.give(SOURCE, Alias.plain("places")));
        assertNotDone(run -> {
            run.cluster.remove(TARGET);
            run.cluster.with(TARGET, "another");
            run.cluster.give("places", SOURCE, TARGET);
        });
    }

    @Test
    void aDryRunOfACutOverThatIsDoneIsRefused() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        assertThat(asked(run, Request.Kind.CUTOVER, Map.of("dry-run", "yes")).outcome())
                .isEqualTo(Answer.Outcome.REFUSED);
    }

    /// It did not do what is asked for now.
    @Test
    void aCutOverThatWasMeantOtherwiseIsNotDone() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of("replace-index", "false"));
        run.control();
        run.run.whileSleeping(() -> {});

        assertThat(asked(run, Request.Kind.CUTOVER, Map.of("replace-index", "false"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        Answer answer = asked(run, Request.Kind.CUTOVER, Map.of("replace-index", "true"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("with another cutover.replace-index");
    }

    private static void assertNotDone(Consumer<CutoverFixture> change) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        change.accept(run);
        Answer answer = asked(run, Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.REFUSED);
    }

    /// Whoever did not see the first answer must look as well.
    @Test
    void whatHadToBeLookedAtHasToBeStill() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request first = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                run.run.source(1).index("late", "{}");
            }
        });
        run.control();
        run.cluster.around(_ -> {});
        assertThat(run.answer(first).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);

        Answer again = asked(run, Request.Kind.CUTOVER, Map.of());

        assertThat(again.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(again.sentence()).contains(run.answer(first).sentence());
    }

    @Test
    void soIsARollback() throws Exception {
        CutoverFixture run = rolledBack();
        Answer again = asked(run, Request.Kind.ROLLBACK, Map.of("lose-writes", "7"));
        assertThat(again.outcome()).as(again.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(again.sentence())
                .isEqualTo("The run has ended: rolled back to cities. Aliases 'places', 'search' are on 'cities'.");

        run.cluster.block(SOURCE, true);
        assertThat(asked(run, Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        run.cluster.block(SOURCE, false);
        run.cluster.give(TARGET, Alias.plain("places"));
        Answer both = asked(run, Request.Kind.ROLLBACK, Map.of());
        assertThat(both.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(both.sentence()).contains("'places' is on 'cities', 'cities-v2'");
        run.cluster.give("places", SOURCE, TARGET);
        assertThat(asked(run, Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
    }

    @Test
    void nothingElseIsDoneByThat() throws Exception {
        CutoverFixture run = rolledBack();
        for (Request.Kind kind : List.of(Request.Kind.CUTOVER, Request.Kind.RELEASE, Request.Kind.ABORT)) {
            assertThat(asked(run, kind, Map.of()).outcome()).as(kind.label()).isEqualTo(Answer.Outcome.REFUSED);
        }
        CutoverFixture givenUp = new CutoverFixture();
        asked(givenUp, Request.Kind.ABORT, Map.of("run", "yes"));
        assertThat(asked(givenUp, Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
    }

    private static boolean isSwap(List<AliasChange> changes) {
        return changes.stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().endsWith("-Live"));
    }
}
