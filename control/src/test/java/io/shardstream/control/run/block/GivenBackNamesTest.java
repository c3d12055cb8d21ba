package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The name by which a run lifts the block of its rollback, which the cut-over of a later run takes away in the
/// moment in which the block is set.
@ParameterizedClass
@ValueSource(booleans = {false, true})
class GivenBackNamesTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String THEIRS = "Shardstream-y-Block-docs-y-1-2";

    /// Whether names of blocks depend on anchors.
    private final boolean isAnchored;

    GivenBackNamesTest(boolean isAnchored) {
        this.isAnchored = isAnchored;
    }

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

    /// The other run's block comes with the call whose answer is lost.
    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void aNameIsGivenBackWhereTheAnswerToTheCallIsLostThatTakesItAway(String when) throws Exception {
        CutoverFixture run = named();
        List<AliasChange> lost = lostWith(run, when, GivenBackNamesTest::takesTheirs);
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("run 'y' has begun to block writes to 'cities'. Roll that run back, or abort it, first.");
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(THEIRS);
        // The other run waits, and a comparison may last for hours.
        assertThat(run.topic.said().all(Step.KEY_PREFIX, Step::decode))
                .extracting(Step::name)
                .doesNotContain("sweep while both sides move");

        // A call that was not carried out may arrive yet.
        assertThat(run.cluster.arrive(lost)).isFalse();
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(THEIRS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void aNameStaysWhereTheAnswerToTheCallIsLostThatPutsOneBesideIt(String when) throws Exception {
        CutoverFixture run = named();
        List<AliasChange> lost = lostWith(run, when, changes -> !takesTheirs(changes));
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("has a write block");
        boolean _ = run.cluster.arrive(lost);
        assertThat(run.cluster.blockNames(SOURCE)).contains(THEIRS);
    }

    /// The first call arrives when the second one is sent, which is refused for that.
    @Test
    void aNameIsGivenBackThatALateCallHasTakenAway() throws Exception {
        CutoverFixture run = named();
        List<List<AliasChange>> taking = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("before name") && takesTheirs(run.cluster.namings.getLast())) {
                taking.add(run.cluster.namings.getLast());
                if (taking.size() == 1) {
                    throw new TimeoutException("the answer is lost");
                }
                assertThat(run.cluster.arrive(taking.getFirst())).isTrue();
                run.cluster.block(SOURCE, true);
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(THEIRS);
    }

    /// Somebody has tidied it away before this run could.
    @Test
    void aNameThatThisRunHasNotTakenAwayIsNotGivenBack() throws Exception {
        CutoverFixture run = named();
        AtomicInteger taken = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before name") && takesTheirs(run.cluster.namings.getLast())) {
                run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, THEIRS)));
            }
            if (what.equals("after name") && run.cluster.namings.size() == 3 && taken.getAndIncrement() == 0) {
                run.cluster.block(SOURCE, true);
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.blockNames(SOURCE)).doesNotContain(THEIRS);
    }

    /// Or it could arrive when they have been given back.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noCallTakesNamesOfOthersAwayWithoutOneOfThisRun(boolean isReplaced) throws Exception {
        CutoverFixture run = named();
        run.cluster.around(what -> {
            if (isReplaced && what.equals("after name") && run.cluster.namings.size() == 1) {
                replace(run, SOURCE, run.cluster.blockNames(SOURCE), List.of("Shardstream-y-Block-docs-y-1-3"));
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.namings)
                .filteredOn(call -> takesFrom(call, "y"))
                .isNotEmpty()
                .allMatch(call -> takesFrom(call, "x"));
    }

    private static boolean takesFrom(List<AliasChange> changes, String run) {
        return changes.stream()
                .anyMatch(change -> change instanceof AliasChange.Remove(String _, String alias)
                        && alias.startsWith("Shardstream-" + run + "-"));
    }

    @Test
    void theNameOfALaterControllerStays() throws Exception {
        CutoverFixture run = named();
        NamedBlock deposed = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster).sourceBlock();
        assertThat(deposed.prepareUnlessBlocked()).isPresent();
        String name = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster)
                .sourceBlock()
                .prepareUnlessBlocked()
                .orElseThrow();
        run.cluster.block(SOURCE, true);

        ReturnedNames.giveBack(deposed);
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void aNameIsGivenBackWhereTheAnswerToTheCallIsLostThatGivesItBack(String when) throws Exception {
        CutoverFixture run = named();
        AtomicInteger namings = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after name") && namings.incrementAndGet() == 2) {
                run.cluster.block(SOURCE, true);
            } else if (what.equals(when + " name") && run.cluster.namings.size() == 3) {
                throw new TimeoutException("the answer is lost");
            }
        });
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(THEIRS);
        assertThat(answer.sentence())
                .contains("run 'y' has begun to block writes to 'cities'. Roll that run back, or abort it, first.");
    }

    /// An attempt of the other run that is past would find it.
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aNameThatTheOtherRunHasReplacedIsNotGivenBack(int blocked) throws Exception {
        CutoverFixture run = named();
        String next = "Shardstream-y-Block-docs-y-1-3";
        AtomicInteger namings = new AtomicInteger();
        run.cluster.around(what -> {
            if (!what.equals("after name")) {
                return;
            }
            int naming = namings.incrementAndGet();
            if (naming == 2) {
                replace(run, SOURCE, run.cluster.blockNames(SOURCE), List.of(next));
            }
            if (naming == blocked) {
                run.cluster.block(SOURCE, true);
            }
            if (naming == 2) {
                throw new TimeoutException("the answer is lost");
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(next);
    }

    /// Somebody gives the cut-over up before the name is looked for again.
    @Test
    void aRunThatDoesNotGoOnGivesANameBackThatItMayHaveTaken() throws Exception {
        CutoverFixture run = named();
        AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
        run.cluster.around(what -> {
            if (what.equals("after name") && run.cluster.namings.size() == 2) {
                run.cluster.block(SOURCE, true);
                run.ask(Request.Kind.ABORT, Map.of());
                run.cluster.nameStatus = 503;
                looks.set(0);
                throw new TimeoutException("the answer is lost");
            }
            if (what.equals("before writeBlock") && looks.incrementAndGet() == 2) {
                run.cluster.nameStatus = 200;
            }
        });
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(cutover).sentence()).contains("it was aborted by the operator");
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(THEIRS);
    }

    /// The other run rolls back meanwhile, and the cut-over was forced all the same.
    @ParameterizedTest
    @ValueSource(strings = {"after name", "after block"})
    void aForcedCutOverThatIsAbortedGivesTheNameBackToTheRunWhoseBlockItFound(String call) throws Exception {
        CutoverFixture run = named();
        run.cluster.block(SOURCE, true);
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        List<String> taken = new ArrayList<>();
        run.cluster.around(what -> {
            boolean isTaken = !run.cluster.blockNames(SOURCE).contains(THEIRS);
            if (what.equals(call) && isTaken && taken.isEmpty()) {
                taken.addAll(run.cluster.blockNames(SOURCE));
                run.ask(Request.Kind.ABORT, Map.of());
                throw new TimeoutException("the answer is lost");
            }
        });
        run.control();

        assertThat(taken).isNotEmpty();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(THEIRS);
    }

    private static boolean takesTheirs(List<AliasChange> changes) {
        return changes.contains(new AliasChange.Remove(SOURCE, THEIRS));
    }

    /// The answer to the first such call is lost, and the source is blocked in that moment.
    ///
    /// @return that call, when it was sent
    private static List<AliasChange> lostWith(CutoverFixture run, String when, Predicate<List<AliasChange>> isIt) {
        List<AliasChange> lost = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals(when + " name") && lost.isEmpty() && isIt.test(run.cluster.namings.getLast())) {
                lost.addAll(run.cluster.namings.getLast());
                run.cluster.block(SOURCE, true);
                throw new TimeoutException("the answer is lost");
            }
        });
        return lost;
    }

    @Test
    void aRollbackWaitsForTheNameOfItsBlock() throws Exception {
        CutoverFixture run = new CutoverFixture().anchored(isAnchored);
        run.cutOver();
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

    /// Two runs of one source: the other one gives the name back when it finds the block, whatever this one
    /// asks for at that moment.
    @Test
    void aCutOverWhoseNameIsTakenUnderItsBlockLetsClientsWriteAgain() throws Exception {
        int called = 0;
        for (int call = 1; call <= 90; call++) {
            CutoverFixture run = new CutoverFixture().anchored(isAnchored);
            Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
            int back = call;
            List<String> own = new ArrayList<>();
            AtomicInteger count = new AtomicInteger();
            run.cluster.around(what -> {
                if (own.isEmpty() && what.equals("after block") && !run.cluster.takesWrites(SOURCE)) {
                    own.addAll(run.cluster.blockNames(SOURCE));
                    replace(run, SOURCE, own, List.of(THEIRS));
                } else if (!own.isEmpty() && count.incrementAndGet() == back) {
                    replace(run, SOURCE, List.of(THEIRS), own);
                }
            });
            run.control();

            called = Math.max(called, count.get());
            boolean isAborted = run.answer(cutover).outcome() == Answer.Outcome.ABORTED;
            assertThat(run.cluster.takesWrites(isAborted ? SOURCE : TARGET))
                    .as("back at call %d: %s", call, run.answer(cutover))
                    .isTrue();
            assertThat(run.cluster.names(isAborted ? SOURCE : TARGET)).contains("places");
        }
        assertThat(called).isGreaterThan(90);
    }

    /// It may be the other run's block by then.
    @Test
    void aRollbackWhoseNameDoesNotComeBackSaysThatClientsCannotWrite() throws Exception {
        CutoverFixture run = new CutoverFixture().anchored(isAnchored);
        run.cutOver();
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("after block", () -> replace(run, TARGET, run.cluster.blockNames(TARGET), List.of(THEIRS)));
        run.control();

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence())
                .contains("run 'y' has begun to block writes to 'cities-v2'. Roll that run back, or abort it, first."
                        + " Clients cannot write to 'cities-v2': it has a write block of this run or of that"
                        + " one. Abort that one's cut-over; if the block is still there then, lift it: PUT"
                        + " /cities-v2/_settings");
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("'cities-v2' has a write block of this run or of run 'y', which has its name.");
    }

    private CutoverFixture named() {
        CutoverFixture run = new CutoverFixture().anchored(isAnchored);
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
