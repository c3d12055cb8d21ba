package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.Journal;
import io.shardstream.control.state.lanes.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CutoverTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final Settings REPLICATED = new Settings(
            Duration.ofSeconds(20),
            100,
            List.of("{\"size\":0}"),
            0,
            ReplaceIndex.NO,
            Optional.empty(),
            Intended.NOTHING,
            new TargetReplicas(OptionalInt.of(1), OptionalInt.of(0)),
            new CutoverTerms(Map.of()));

    @Test
    void productionMovesWithAllAliasesAndTheirPropertiesAndTheSourceStaysBlocked() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertCutOver(run);
        assertThat(run.cluster.aliases(TARGET)).contains(CutoverFixture.FILTERED);
        SignedOff signed = run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        assertThat(signed.source()).isEqualTo(signed.sourceAfter()).containsExactly(10L, 10L);
        assertThat(signed.blockedMillis()).isNotNegative();
        assertThat(signed.verdict()).contains("19 documents of the source", "0 differences");
    }

    @Test
    void whatTheAskersRunFileSaysOfTheIndexIsWhatIsDone() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request other = run.ask(Request.Kind.CUTOVER, Map.of("replace-index", "without-way-back"));
        run.control();

        assertThat(run.answer(other).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(other).sentence())
                .contains("was started with cutover.replace-index: false, and the run file of this command says"
                        + " without-way-back");

        Request same = run.ask(Request.Kind.CUTOVER, Map.of("replace-index", "false"));
        run.control();
        assertThat(run.answer(same).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The run file was changed since `control` was started.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-blocked | cutover.max-blocked: 20s, and the run file of this command says 21s",
                "max-lag | cutover.max-lag: 100, and the run file of this command says 101",
                "canaries | another cutover.canaries or cutover.canary-tolerance than the run file of this command has",
                "on-swap | another cutover.on-swap or cutover.on-swap-timeout than the run file of this command has"
            })
    void whatTheAskersRunFileSaysOfTheCutOverIsWhatIsDone(String option, String why) throws Exception {
        CutoverFixture run = new CutoverFixture();
        CutoverTerms here = terms(20, 100, "{\"size\":0}", List.of());
        CutoverTerms meant = terms(21, 101, "{\"size\":1}", List.of("/opt/switch"));
        Map<String, String> options = new HashMap<>(here.values());
        options.put(option, meant.values().get(option));
        Request other = run.ask(Request.Kind.CUTOVER, options);
        run.control();

        assertThat(run.answer(other).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(other).sentence()).contains("was started with " + why);
        assertThat(run.cluster.blockNames(SOURCE)).isEmpty();

        Request same = run.ask(Request.Kind.CUTOVER, here.values());
        run.control();
        assertThat(run.answer(same).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    private static CutoverTerms terms(int maxBlocked, long maxLag, String canary, List<String> onSwap) {
        return CutoverTerms.of(
                Duration.ofSeconds(maxBlocked),
                maxLag,
                List.of(canary),
                0,
                ReplaceIndex.NO,
                onSwap,
                onSwap.isEmpty() ? Duration.ZERO : Duration.ofSeconds(10));
    }

    @Test
    void aControllerThatIsKilledAtAnyCallIsFollowedByOneThatBringsItToItsEnd() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.control();

            assertThat(run.answer(request).outcome())
                    .as("killed at call " + call)
                    .isEqualTo(Answer.Outcome.DONE);
            assertCutOver(run);
        }
    }

    /// It read that the run goes on, and raises the setting when the controller has just put it back.
    @Test
    void aProcessThatIsStartedAtTheEndLeavesNoRaisedSettingBehind() throws Exception {
        for (Request.Kind kind : List.of(Request.Kind.CUTOVER, Request.Kind.ABORT)) {
            CutoverFixture run = new CutoverFixture();
            run.ask(kind, kind == Request.Kind.ABORT ? Map.of("run", "yes") : Map.of());
            run.once("after set", () -> raise(run));
            run.control();

            assertThat(run.isIn(kind == Request.Kind.ABORT ? Phase.ABORTED : Phase.COMPLETED))
                    .isTrue();
            assertThat(run.cluster.settings(TARGET)).containsEntry(TombstoneAge.SETTING, "60s");
        }
    }

    private static void raise(CutoverFixture run) {
        try {
            run.cluster.set(TARGET, TombstoneAge.SETTING, "12h");
        } catch (ElasticException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anAbortAtAnyCallGivesEverythingBackUnlessTheSwapHasHappened() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        int aborted = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            run.ask(Request.Kind.CUTOVER, Map.of());
            AtomicInteger count = new AtomicInteger();
            int here = call;
            run.cluster.around(_ -> {
                if (count.incrementAndGet() == here) {
                    run.ask(Request.Kind.ABORT, Map.of());
                }
            });
            run.control();

            if (run.isIn(Phase.COMPLETED)) {
                assertCutOver(run);
            } else {
                aborted++;
                assertThat(run.isIn(Phase.CATCHING_UP))
                        .as("aborted at call " + call)
                        .isTrue();
                assertNotCutOver(run);
            }
        }
        assertThat(aborted).isBetween(calls / 2, calls - 1);
    }

    @Test
    void anAbortAfterTheControllerWasKilledAtAnyCallGivesEverythingBackUnlessTheSwapHasHappened() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            boolean wasSwapped = run.cluster.names(TARGET).contains("Shardstream-x-Live");
            run.ask(Request.Kind.ABORT, Map.of());
            run.control();

            assertThat(run.isIn(Phase.COMPLETED)).as("killed at call " + call).isEqualTo(wasSwapped);
            if (wasSwapped) {
                assertCutOver(run);
            } else {
                assertNotCutOver(run);
            }
        }
    }

    @Test
    void aFenceThatArrivesAfterAnAbortIsTakenBack() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        List<AliasChange> fence = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        assertThat(run.cluster.arrive(fence)).isTrue();
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x");

        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertNotCutOver(run);

        assertThat(run.cluster.arrive(fence)).isTrue();
        Request again = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", ""));
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x");
    }

    @Test
    void noTwoCallsThatFenceNameTheSameToken() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger lost = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before change") && lost.incrementAndGet() <= 2) {
                throw new TimeoutException("lost");
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.calls.subList(0, 3)).doesNotHaveDuplicates();
        assertThat(run.cluster.arrive(run.cluster.calls.getFirst())).isFalse();
    }

    @Test
    void aSwapThatArrivesAfterAnAbortChangesNothing() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        List<AliasChange> swap = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        assertNotCutOver(run);

        assertThat(run.cluster.arrive(swap)).isFalse();
        assertNotCutOver(run);
    }

    @Test
    void theSwapOfAControllerThatWasDeposedFindsItsTokenGone() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        List<AliasChange> swap = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        AtomicInteger refused = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && !run.cluster.arrive(swap)) {
                refused.incrementAndGet();
            }
        });
        run.control();

        assertThat(refused)
                .as("the new controller has replaced the token before it waits")
                .hasPositiveValue();
        assertCutOver(run);
    }

    @Test
    void aControllerThatWasDeposedChangesNothingMore() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        Journal first = run.topic.journal();
        run.once("after block", () -> ControllerEpoch.begin(run.topic.journal(), "second", run.run));
        assertThatThrownBy(() -> run.control(first)).isInstanceOf(DeposedException.class);
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    @Test
    void aControllerThatIsDeposedWhileItWaitsDoesNotTryAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.bulks = 3;
        run.ask(Request.Kind.CUTOVER, Map.of());
        Journal first = run.topic.journal();
        AtomicInteger asked = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && asked.incrementAndGet() == 1) {
                ControllerEpoch.begin(run.topic.journal(), "second", run.run);
            }
        });
        assertThatThrownBy(() -> run.control(first)).isInstanceOf(DeposedException.class);
        assertThat(asked).hasValue(1);
    }

    @Test
    void writersThatDoNotComeAlongEndTheCutOverInTime() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before block")) {
                run.run.source(0).index("last", "{}");
                run.run.stopWriters();
                run.run.atWork(new Workers(1, 0));
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("cutover.max-blocked", "; no writer is at work", "Clients write to 'cities' again");
        assertThat(steps(run, request))
                .contains("read and write what is left: no writer is at work: 'run' or 'writer' starts one");
        assertNotCutOver(run);
    }

    private static List<String> steps(CutoverFixture run, Request request) {
        return run.topic.said().all(Step.keyPrefix(request.id()), Step::decode).stream()
                .map(step -> step.name() + ": " + step.detail())
                .toList();
    }

    @Test
    void aPrimaryThatWasCutOffIsNotBelieved() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                run.run.source(1).cutOff();
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertNotCutOver(run);
    }

    @Test
    void differencesThatCannotBeMendedEndTheCutOverAtOnce() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> run.run.target(0).write("foreign", null, 5, "{}"));

        assertGivenUpSoon(run, request, "1 difference ('foreign' is foreign)");
        assertThat(verified(run).differences()).isEqualTo(1);
    }

    @Test
    void whatAnEarlierVerificationFoundIsNotSaidOfATargetThatIsLive() throws Exception {
        CutoverFixture run = new CutoverFixture();
        String docs = run.compared.plan().docsTopicId();
        Verified earlier = new Verified(
                docs, Instant.EPOCH, false, List.of(1L, 1L), List.of(), 9, 9, 9, 5, 0, 0, Optional.empty());
        run.topic.say(Verified.KEY, earlier.encode());
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertCutOver(run);
        assertThat(verified(run).docsTopicId()).isEqualTo(docs);
        assertThat(verified(run).isFinal()).isTrue();
        assertThat(verified(run).isEqual()).isTrue();
    }

    private static Verified verified(CutoverFixture run) {
        return run.topic.said().of(Verified.KEY, Verified::decode).orElseThrow();
    }

    @Test
    void aDifferenceThatPublishingAgainDoesNotMendEndsTheCutOverToo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> run.run.targetOf("d1").write("d1", null, Long.MAX_VALUE, null));

        assertGivenUpSoon(run, request, "'d1' is missing");
    }

    private static void assertGivenUpSoon(CutoverFixture run, Request request, String why) throws Exception {
        AtomicInteger reads = new AtomicInteger();
        run.run.target(0).before(_ -> assertThat(reads.incrementAndGet()).isLessThan(1000));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("not equal", why);
        assertNotCutOver(run);
    }

    @Test
    void aPrimaryThatIsBeingMovedIsNotBelievedToHaveTheLastWrites() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger blocks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after block") && blocks.getAndIncrement() == 0) {
                run.run.source(0).move();
            }
            assertThat(what.equals("before hasBulks") && looks.get() < 20).isFalse();
        });
        run.run.source(0).before(call -> {
            if (blocks.get() > 0 && call.equals("locate") && looks.incrementAndGet() == 20) {
                run.run.source(0).arrive();
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertCutOver(run);
    }

    @Test
    void nothingIsBlockedWhileAPrimaryIsBeingMoved() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.source(1).move();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("[1] is being moved to another node");
        assertNotCutOver(run);
    }

    @Test
    void whatDiffersCannotBeForced() throws Exception {
        assertDifferenceIsFoundBeforeTheBlock(new CutoverFixture());
    }

    /// Under the block it would be found, too, and all be taken back.
    @Test
    void whatDiffersIsFoundBeforeTheBlockWhereAConditionIsForced() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.health = "yellow";
        assertDifferenceIsFoundBeforeTheBlock(run);
    }

    private static void assertDifferenceIsFoundBeforeTheBlock(CutoverFixture run) throws Exception {
        run.run.target(0).write("foreign", null, 5, "{}");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("'foreign' is foreign", "verify --repair");
        assertNotCutOver(run);
    }

    @Test
    void whatTheSourceHasNoMoreIsSweptBeforeTheBlockWhereAConditionIsForced() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.health = "yellow";
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(steps(run, request))
                .contains("sweep while both sides move: 1 document that the source has no more")
                .anySatisfy(step -> assertThat(step).startsWith("go on by force: target index 'cities-v2' is yellow"));
        assertCutOver(run);
    }

    /// What a forced cut-over has passed is known to whoever ends it.
    @Test
    void whatWasForcedIsNamedByAnotherControllerToo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.health = "yellow";
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.once("after change", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.cluster.health = "green";
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("By --force: target index 'cities-v2' is yellow");
    }

    @Test
    void aBlockThatMayBeTooShortIsForcedAndNamed() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                run.run.pass(Duration.ofSeconds(7));
            }
            if (what.equals("before block")) {
                run.cluster.around(_ -> {});
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("By --force: writes would be refused for about 28.5 s");
    }

    @Test
    void nothingIsBlockedWhereComparingTakesLongerThanTheBlockMayLast() throws Exception {
        CutoverFixture run = new CutoverFixture();
        // Nothing can be counted.
        run.run.target(1).refuseNumbers();
        run.run.target(0).before(call -> {
            if (call.equals("forEachLive")) {
                run.run.pass(Duration.ofSeconds(25));
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("read for 25.0 s", "cutover.max-blocked, 20.0 s", "--force");
        assertNotCutOver(run);
    }

    @Test
    void nothingIsBlockedWhereChangesOfTheClusterStateTakeLongerThanTheBlockMayLast() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            assertThat(what).isNotEqualTo("before block");
            if (what.equals("before name")) {
                run.run.pass(Duration.ofSeconds(7));
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("writes would be refused for about 28.5 s", "cutover.max-blocked, 20.0 s", "--force");
        assertNotCutOver(run);
    }

    @Test
    void nothingIsBlockedWhereCountingTakesLongerThanTheBlockMayLast() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.source(0).before(call -> {
            if (call.equals("count")) {
                run.run.pass(Duration.ofSeconds(25));
                run.run.source(0).index("written-all-the-time", "{}");
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("cutover.max-blocked, 20.0 s", "--force");
        assertNotCutOver(run);
    }

    @Test
    void theDryRunSaysForHowLongWritesWillBeRefused() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.target(0).before(call -> {
            if (call.equals("numbersOf")) {
                run.run.pass(Duration.ofSeconds(3));
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();

        assertThat(run.answer(request).sentence())
                .contains("Writes will be refused for about 4.0 s", "servers count what is old", "3.0 s to compare");
    }

    @Test
    void whereChangesOfTheClusterStateAreSlowWritesWillBeRefusedForLonger() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                run.run.pass(Duration.ofMillis(900));
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(steps(run, request))
                .anySatisfy(step -> assertThat(step).contains("writes will be refused for about 4.1 s"));
    }

    @Test
    void nothingIsBlockedWhileNobodyReadsOrWrites() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.atWork(new Workers(0, 0));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("no reader is at work", "no writer is at work");
        assertNotCutOver(run);
    }

    @Test
    void whatTheLastComparisonFindsIsMendedBeforeTheSwap() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger looks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && looks.getAndIncrement() == 0) {
                run.run.targetOf("back").write("back", null, run.run.word(0, 3), "{}");
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(looks.get()).as("fenced again").isGreaterThan(1);
        assertCutOver(run);
        assertThat(run.run.copied()).doesNotContainKey("back");
    }

    @Test
    void whatWasFoundEqualIsNotReadAgainBehindTheFence() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger read = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                run.run.target(0).before(call -> read.addAndGet(call.equals("forEachLive") ? 1 : 0));
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(read).hasValue(0);
        assertCutOver(run);
    }

    @Test
    void whatIsDeletedInTheSourceIsDeletedInTheTargetBeforeTheBlock() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger blocks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before block") && blocks.getAndIncrement() == 0) {
                assertThat(run.run.copied()).doesNotContainKey("d4");
            }
        });
        run.control();
        assertThat(blocks).hasPositiveValue();
        assertCutOver(run);
    }

    @Test
    void otherPipelinesThanTheSourcesAreSaid() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.settingsOf(SOURCE).put("index.default_pipeline", "names");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("index.default_pipeline _none and the source names");
    }

    /// C-39: its translog is synced later than writes are acknowledged.
    @Test
    void whatTheSourceHasAcknowledgedAndNotSettledCountsAsBehind() throws Exception {
        CutoverFixture run = new CutoverFixture();
        for (int document = 0; document < 150; document++) {
            run.run.source(0).index("unsynced-" + document, "{}");
        }
        run.run.source(0).unsettled(150);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains(
                        "operations behind, and cutover.max-lag is 100",
                        "the source has not settled 150 of them yet (index.translog.sync_interval)");
    }

    @Test
    void aComparisonThatBreaksOffIsAnAnswer() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.source(0).before(_ -> {
            throw new BlockedException("another history");
        });
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("another history", "Nothing was changed.");
    }

    @Test
    void whatDoesNotHoldIsSaidAtOnceAndNothingIsChanged() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        run.cluster.health = "yellow";
        run.cluster.settingsOf(SOURCE).put("index.number_of_replicas", "1");
        run.cluster.settingsOf(TARGET).put("index.translog.durability", "async");
        run.cluster.settingsOf(TARGET).put("index.refresh_interval", "-1");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains(
                        "paused",
                        "yellow and not green",
                        "0 replicas and the source 1",
                        "async",
                        "refresh_interval -1");
        assertNotCutOver(run);
    }

    @Test
    void replicasThatAreStillBuiltAreCounted() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.startedWith(REPLICATED);
        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "1");
        run.cluster.health = "yellow";
        for (String dryRun : List.of("yes", "")) {
            Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", dryRun));
            run.control();
            assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(request).sentence())
                    .contains("is yellow and not green: 2 of the 4 copies of its shards are missing (1 being built,"
                            + " 1 not assigned to a node)")
                    .doesNotContain("the run file asks for");
            assertNotCutOver(run);
        }
    }

    /// The source has none, so that nothing but the run file misses it.
    @Test
    void aReplicaThatTheRunFileAsksForAndTheTargetDoesNotHaveIsSaid() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.startedWith(REPLICATED);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("has 0 replicas and the run file asks for 1");
        assertNotCutOver(run);

        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "1");
        Request again = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// What it says of the target's settings needs no consent elsewhere.
    @Test
    void fewerReplicasThanTheSourceHasAreToldWhereTheRunFileSaysSo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.startedWith(REPLICATED);
        run.cluster.settingsOf(SOURCE).put("index.number_of_replicas", "2");
        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "1");
        Answer dryRun = run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        assertThat(dryRun.outcome()).as(dryRun.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(dryRun.sentence())
                .contains("As the run file says, the target has fewer copies than the source: index.number_of_replicas"
                        + " is 1, and 2 in the source. ");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// With so many nodes each.
    @Test
    void aTargetThatHasACopyOnEachOfItsNodesMayHaveFewerThanTheSource() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.sourceCluster.settingsOf(SOURCE).put("index.auto_expand_replicas", "0-all");
        run.sourceCluster.settingsOf(SOURCE).put("index.number_of_replicas", "4");
        run.cluster.settingsOf(TARGET).put("index.auto_expand_replicas", "0-all");
        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "2");
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void whatAServerRefusesBeforeTheBlockIsSaidAndNotTriedForEver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.searchStatus = 400;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("/_search", "400", "may have been deleted from the target")
                .doesNotContain("othing was changed");
        assertNotCutOver(run);
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(request).sentence())
                .contains("The application keeps its alias 'places', 'search'")
                .contains("clients get status 403. Filebeat and Vector drop such events")
                .contains("Clients that write with 'if_seq_no' must read again after the swap")
                .doesNotContain("Clients that give versions");
        assertNotCutOver(run);
    }

    /// Production would get an index from which another run deletes what it does not know.
    @Test
    void aTargetThatBelongsToAnotherRunAsWellIsNotCutOverTo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.with("cities-v2", "t", Alias.plain("Shardstream-x"), Alias.plain("Shardstream-b-Write-y"));
        for (String dryRun : List.of("yes", "")) {
            Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", dryRun));
            run.control();
            assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(request).sentence())
                    .contains("Target index 'cities-v2' belongs to run b, too: it has the alias Shardstream-b-Write-y");
        }
        assertThat(run.cluster.names("cities-v2")).containsExactly("Shardstream-b-Write-y", "Shardstream-x");
    }

    @Test
    void bulksUnderWayAreWaitedForBetweenFenceAndSwap() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.bulks = 3;
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                assertThat(run.cluster.bulks).isZero();
            }
        });
        run.control();
        assertCutOver(run);
    }

    @Test
    void aSourceThatWasWrittenUnderTheBlockIsSaid() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                run.run.source(1).index("late", "{}");
            }
        });
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("[10, 10], then [10, 11]");
    }

    @Test
    void theWayBackLosesOnlyWhatWasAccepted() throws Exception {
        CutoverFixture run = cutOver();
        run.run.target(0).index("client-1", "{}");
        run.run.target(1).index("client-2", "{}");
        Request refused = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(refused).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(refused).sentence()).contains("2 operations", "--lose-writes 2");
        assertCutOver(run);

        Request accepted = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "2"));
        run.control();
        assertThat(run.answer(accepted).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertRolledBack(run);
    }

    @Test
    void aControllerThatIsKilledAtAnyCallOfTheWayBackIsFollowedByOneThatBringsItToItsEnd() throws Exception {
        int calls = cutOver().callsOf(Request.Kind.ROLLBACK);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = cutOver();
            run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, _ -> {});
            run.control();
            assertRolledBack(run);
        }
    }

    @Test
    void afterTheReleaseThereIsNoWayBack() throws Exception {
        CutoverFixture run = cutOver();
        run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.cluster.names(TARGET)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();

        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    private static final String COPY =
            "{\"_meta\":{\"theirs\":1,\"shardstream\":{\"source_uuid\":\"s\",\"version_mode\":\"seqno\"}}}";

    /// Production may use it by its own name: then nothing else says so when the run's aliases are gone.
    @Test
    void aTargetThatIsReleasedSaysSo() throws Exception {
        for (int kill = 0; kill <= 12; kill++) {
            CutoverFixture run = cutOver();
            run.cluster.mappings.put(TARGET, COPY);
            Request release = run.ask(Request.Kind.RELEASE, Map.of());
            if (kill > 0) {
                run.kill(kill, _ -> {});
            }
            run.control();

            assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
            JsonNode mapping = new JsonMapper().readTree(run.cluster.mappings.get(TARGET));
            assertThat(ReleasedMark.isIn(mapping)).isTrue();
            assertThat(TargetMark.in(mapping)).isPresent();
            assertThat(mapping.path("_meta").path("theirs").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aTargetThatIsNotReleasedDoesNotSaySo() throws Exception {
        CutoverFixture run = cutOver();
        run.cluster.mappings.put(TARGET, COPY);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertThat(ReleasedMark.isIn(new JsonMapper().readTree(run.cluster.mappings.get(TARGET))))
                .isFalse();
    }

    @Test
    void aTargetThatDoesNotTakeTheNoteIsReleasedAllTheSame() throws Exception {
        CutoverFixture run = cutOver();
        run.cluster.mappings.put(TARGET, COPY);
        run.cluster.markStatus = 403;
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();

        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence()).contains("give that index to no run with --adopt-target");
        assertThat(run.cluster.names(TARGET)).containsExactly("places", "search");
    }

    @Test
    void aRunThatIsGivenUpCannotWriteAnyMore() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(run.cluster.names(TARGET)).isEmpty();
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
    }

    private static CutoverFixture cutOver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        return run;
    }

    /// Before that call to the cluster is carried out, or after, as numbers are odd or even.
    private static boolean isSwap(List<AliasChange> changes) {
        return changes.stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().endsWith("-Live"));
    }

    private static void assertCutOver(CutoverFixture run) {
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Live", "places", "search");
        assertThat(run.cluster.names(SOURCE)).isEmpty();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(TombstoneAge.SETTING, "60s");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        Map<String, String> source = IntStream.range(0, 2)
                .boxed()
                .flatMap(shard -> run.run.source(shard).documents().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(run.run.copied()).containsAllEntriesOf(source).doesNotContainKey("d4");
    }

    private static void assertNotCutOver(CutoverFixture run) {
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(Stream.of(SOURCE, TARGET)).allMatch(run.cluster::takesWrites);
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    private static void assertRolledBack(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
