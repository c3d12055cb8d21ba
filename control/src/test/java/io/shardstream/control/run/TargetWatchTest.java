package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetReach;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.control.index.target.TargetNumbers;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetWatchTest {
    private static final TargetShape FIRST = new TargetShape(Map.of("dynamic", "1", "properties", "1"));
    private static final TargetShape SECOND = new TargetShape(Map.of("dynamic", "2", "properties", "1"));

    private static final Verified VERIFIED = new Verified(
            "topic", Instant.EPOCH, true, List.of(), List.of(), 0, 0, 0, 0, 0, 0, Optional.of(Verified.Rest.NONE));

    private final MemoryTopic topic = new MemoryTopic();
    private final TargetWatch watch = another();
    private Instant now = Instant.EPOCH;
    private Optional<TargetState> target = Optional.of(shaped(FIRST));
    /// As the copies say that the cluster holds for its primaries; empty if they say what was seen.
    private Optional<TargetState> primaries = Optional.empty();
    private @Nullable NotPrimaryException primaryFailure;
    private boolean isAway;
    private int looks;

    @BeforeEach
    void prepare() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 0, "").encode());
        topic.say(TargetShape.KEY, FIRST.encode());
    }

    @Test
    void aMappingThatIsChangedStopsTheRunAndIsAcceptedByWhoLetsItGoOn() {
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term)).isFalse();
        assertThat(topic.said().pause()).isPresent();
        assertThat(stopped())
                .singleElement()
                .asString()
                .startsWith("The mapping of target index '" + RunStates.PLAN.targetIndex()
                        + "' was changed while run run works (dynamic):")
                .endsWith("'resume' accepts that and lets it go on.");
        assertThat(holds(watch, term)).isFalse();
        resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(holds(new TargetWatch("run", this::look, OnMappingChange.STOP), term()))
                .isTrue();
    }

    /// Who carries the source's mapping shuts the target whatever was accepted.
    @Test
    void thatATargetWhichFollowsItsSourceIsShutAgainIsSaid() {
        topic.say(
                CarriedMapping.KEY,
                CarriedMapping.begun(1, true, "{}", Map.of()).encode());
        target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term())).isFalse();
        assertThat(stopped()).singleElement().asString().contains("the run sets it back to 'false'");
    }

    @Test
    void whatItIsChangedToWhileTheRunIsStoppedIsAcceptedToo() {
        ControllerEpoch term = term();
        target = Optional.of(shaped(SECOND));
        holds(watch, term);
        target = Optional.of(shaped(FIRST));
        assertThat(holds(watch, term)).isFalse();
        resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aShardWithAnotherHistoryStopsTheRunWhateverItSaysOfMappings() {
        TargetWatch warning = new TargetWatch("run", this::look, OnMappingChange.WARN);
        ControllerEpoch term = term();
        target = Optional.of(withHistories("a", ""));
        assertThat(holds(warning, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(withHistories("", "b"));
        assertThat(holds(warning, term)).as("a shard that is told of at last").isTrue();
        target = Optional.of(withHistories("x", "b"));
        assertThat(holds(warning, term())).as("the next controller").isFalse();
        assertThat(stopped())
                .singleElement()
                .asString()
                .startsWith("Target index '" + RunStates.PLAN.targetIndex()
                        + "' has another history than before in shards [0]:");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(holds(warning, term())).isFalse();
        resume();
        assertThat(holds(warning, term())).isTrue();
        assertThat(stopped()).isEmpty();
    }

    /// The way to undo a mapping is a snapshot, which undoes what was acknowledged since as well.
    @Test
    void aTargetThatIsRestoredWhileTheRunIsStoppedIsTold() {
        target = Optional.of(withHistories("a", "b"));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(new TargetState(Optional.empty(), SECOND, new TargetHistories(List.of("a", "b"))));
        assertThat(holds(watch, term)).isFalse();
        now = now.plusSeconds(10);
        target = Optional.of(withHistories("x", "b"));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped())
                .singleElement()
                .asString()
                .startsWith("The mapping of target index")
                .contains("has another history than before in shards [0]:");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(topic.said().pause()).isPresent();

        now = now.plusSeconds(10);
        target = Optional.of(withHistories("x", "y"));
        ControllerEpoch next = term();
        assertThat(holds(watch, next)).as("the next controller").isFalse();
        assertThat(stopped())
                .singleElement()
                .asString()
                .contains("shards [0]:", "shards [1]:")
                .containsOnlyOnce("The mapping of");
        assertThat(holds(watch, next)).isFalse();
        resume();
        assertThat(holds(watch, next)).isTrue();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aShardThatHasGivenOutFewerNumbersThanWereOnAllItsCopiesStopsTheRun() {
        target = Optional.of(reaching(100, 110));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching(100, 104));
        assertThat(holds(watch, term)).as("after a fail-over").isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(reaching(60, 60));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).singleElement().asString().contains("in shards [0]:", "an older state of its disk");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();

        now = now.plusSeconds(10);
        resume();
        assertThat(holds(watch, term)).isTrue();
    }

    @Test
    void aDiskThatIsPutBackStopsTheRunThoughAsManyNumbersWereGivenOutAgain() {
        target = Optional.of(running(2, "a", "p1"));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).as("while it starts").isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(running(2, "a", "p2"));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).singleElement().asString().contains("in shards [0]:", "an older state of its disk");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();

        now = now.plusSeconds(10);
        resume();
        assertThat(holds(watch, term)).as("who lets it go on accepts that").isTrue();
    }

    /// Each raises the term or makes another copy.
    @Test
    void neitherARestartNorAFailOverNorARelocationIsTakenForADiskThatIsPutBack() {
        ControllerEpoch term = term();
        target = Optional.of(running(2, "a", "p1"));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(running(3, "a", "p2"));
        assertThat(holds(watch, term)).as("a restart").isTrue();
        target = Optional.of(running(3, "b", "p3"));
        assertThat(holds(watch, term)).as("a relocation").isTrue();
        target = Optional.of(running(4, "c", "p4"));
        assertThat(holds(watch, term)).as("a fail-over").isTrue();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aDiskThatIsPutBackIsToldByTheCopyThatTheClusterHoldsForThePrimary() {
        ControllerEpoch term = term();
        target = Optional.of(running(2, "a", "p1"));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(running(2, "a", "p2"));
        primaryFailure = new NotPrimaryException("no primary");
        assertThat(holds(watch, term)).as("the primaries do not tell").isFalse();
        assertThat(stopped()).isEmpty();
        primaryFailure = null;
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).hasSize(1);
    }

    @Test
    void aDiskThatIsPutBackBeforeTheNextControllerLooksStopsTheRun() {
        target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term())).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(reaching(60, 60));
        ControllerEpoch next = term();
        assertThat(holds(another(), next)).isFalse();
        assertThat(stopped()).singleElement().asString().contains("in shards [0]:", "an older state of its disk");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(topic.said().pause()).isPresent();

        resume();
        assertThat(holds(another(), term()))
                .as("who lets it go on accepts that")
                .isTrue();
        assertThat(holds(watch, term())).as("for the first process, too").isTrue();
        assertThat(stopped()).isEmpty();
    }

    /// A node that is put back is away for a while.
    @Test
    void aShardThatWasAwayMeanwhileIsNotForgotten() {
        ControllerEpoch term = term();
        target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching(-1, Long.MAX_VALUE));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching(60, 60));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).hasSize(1);
    }

    /// It hears only later how far its copies are.
    @Test
    void aPrimaryThatHasJustTakenOverMakesNothingUnsettled() {
        ControllerEpoch term = term();
        target = Optional.of(reaching(100, 110));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching(70, 104));
        assertThat(holds(watch, term)).isTrue();
        assertThat(holds(another(), term())).isTrue();
        target = Optional.of(reaching(80, 80));
        assertThat(holds(another(), term())).isFalse();
    }

    /// Numbers of another history say nothing of those before.
    @Test
    void aShardThatIsAcceptedWithAnotherHistoryBeginsAnew() {
        target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term())).isTrue();
        target = Optional.of(reaching("x", 60, 120));
        assertThat(holds(watch, term())).isFalse();
        resume();
        target = Optional.of(reaching("x", 70, 90));
        assertThat(holds(another(), term())).isTrue();
    }

    @Test
    void howFarShardsAreIsNotedAtFirstThenOnceAMinuteAndSoonWhenTheRunIsPaused() {
        ControllerEpoch term = term();
        target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(100L);
        target = Optional.of(reaching(200, 200));
        now = now.plusSeconds(59);
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(100L);
        now = now.plusSeconds(1);
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(200L);
        target = Optional.of(reaching(300, 300));
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(300L);
        now = now.plusSeconds(60);
        int writes = topic.writes.size();
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.writes).as("nothing new").hasSize(writes);
    }

    @Test
    void aRunThatWasJustStoppedForAnOlderDiskDoesNotEndInBetween() {
        ControllerEpoch term = term();
        target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).isTrue();
        assertThat(term.request()).isEmpty();
        target = Optional.of(reaching(60, 60));
        assertThat(watch.holds(term)).isFalse();
        assertThat(watch.holds(term)).isFalse();
    }

    /// The others have gone on without it, and it does not know that.
    @Test
    void aCopyThatWasCutOffStopsNothingAndARunDoesNotEndByItsWord() {
        ControllerEpoch term = term();
        target = Optional.of(reaching(5000, 5000));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching("a", 4000, 4000));
        primaries = Optional.of(reaching(-1, Long.MAX_VALUE));
        assertThat(holds(watch, term)).as("no primary is known").isFalse();
        primaries = Optional.of(reaching(5100, 5200));
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(reaching("of before", 4000, 4000));
        assertThat(holds(watch, term)).isTrue();
        primaryFailure = new NotPrimaryException("no primary");
        assertThat(holds(watch, term)).as("the primaries do not tell").isFalse();
        assertThat(stopped()).isEmpty();
        assertThat(topic.said().pause()).isEmpty();

        primaryFailure = null;
        primaries = Optional.of(reaching(4100, 4100));
        assertThat(holds(watch, term))
                .as("the primary itself has lost something")
                .isFalse();
        assertThat(stopped()).singleElement().asString().contains("in shards [0]:");
    }

    @Test
    void aShardThatWentBackWhileTheRunWasPausedIsToldWhenItIsToGoOn() {
        target = Optional.of(reaching(100, 100));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        target = Optional.of(reaching(60, 60));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).isEmpty();
        now = now.plusSeconds(10);
        target = Optional.of(reaching(90, 90));
        resume();
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).singleElement().asString().contains("in shards [0]:");
    }

    @Test
    void aRunThatIsToldToGoOnJustBeforeARestoreIsSeenIsStoppedForIt() {
        target = Optional.of(new TargetState(Optional.empty(), SECOND, new TargetHistories(List.of("a"))));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isFalse();
        assertThat(term.request()).isEmpty();
        now = now.plusSeconds(10);
        resume();
        target = Optional.of(withHistories("x"));
        assertThat(watch.holds(term)).as("a look that has not heard of it yet").isFalse();
        assertThat(holds(watch, term)).isFalse();
        assertThat(topic.said().pause()).isPresent();
        assertThat(stopped()).singleElement().asString().contains("has another history than before in shards [0]:");
    }

    @Test
    void aTargetThatIsRestoredWhileSomethingElseIsWrongWithItIsTold() {
        target = Optional.of(withHistories("a"));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(new TargetState(
                Optional.of("It has a pipeline."), FIRST, withHistories("x").histories()));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped())
                .singleElement()
                .asString()
                .startsWith("It has a pipeline.")
                .contains("has another history than before in shards [0]:");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        target = Optional.of(withHistories("y"));
        now = now.plusSeconds(10);
        assertThat(holds(watch, term)).isFalse();
        resume();
        assertThat(holds(watch, term)).isTrue();
    }

    @Test
    void aMappingThatChangedWithTheHistoryIsToldToo() {
        target = Optional.of(withHistories("a"));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(
                new TargetState(Optional.empty(), SECOND, withHistories("x").histories()));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped())
                .singleElement()
                .asString()
                .contains("has another history than before in shards [0]:", "The mapping of target index");
    }

    @Test
    void aTargetThatIsRestoredWhileAnOperatorHasPausedTheRunStopsItWhenItGoesOn() {
        target = Optional.of(withHistories("a"));
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        target = Optional.of(withHistories("x"));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).isEmpty();
        resume();
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).singleElement().asString().contains("has another history than before in shards [0]:");
    }

    /// A look right after the write: the topic has not shown it yet.
    @Test
    void aRunThatWasJustStoppedDoesNotEndInBetween() {
        ControllerEpoch term = term();
        target = Optional.of(shaped(SECOND));
        assertThat(watch.holds(term)).isFalse();
        assertThat(watch.holds(term)).isFalse();
    }

    /// As the shape of what was carried right before.
    @Test
    void aProblemIsJudgedWhileAShapeHasNotComeBackAndTheShapeInTheNextPass() {
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        term.write(TargetShape.KEY, SECOND.encode());
        target = Optional.of(shaped(FIRST));
        now = now.plusSeconds(10);
        watch.lookIfDue(term);
        assertThat(stopped()).isEmpty();
        now = now.plusSeconds(1);
        target = Optional.of(new TargetState(Optional.of("It has a pipeline."), SECOND, TargetHistories.NONE));
        watch.lookIfDue(term);
        assertThat(stopped()).singleElement().asString().startsWith("It has a pipeline.");
    }

    @Test
    void whoWantsAWarningOnlyGetsOne() {
        TargetWatch warning = new TargetWatch("run", this::look, OnMappingChange.WARN);
        ControllerEpoch term = term();
        target = Optional.of(shaped(SECOND));
        assertThat(holds(warning, term)).isTrue();
        assertThat(holds(warning, term)).isTrue();
        assertThat(topic.said().of(TargetShape.KEY, TargetShape::decode)).contains(SECOND);
        assertThat(stopped()).isEmpty();
    }

    @Test
    void whatWouldChangeDocumentsIsNeverAccepted() {
        TargetWatch warning = new TargetWatch("run", this::look, OnMappingChange.WARN);
        ControllerEpoch term = term();
        target = Optional.of(new TargetState(Optional.of("It has a pipeline."), FIRST, TargetHistories.NONE));
        assertThat(holds(warning, term)).isFalse();
        assertThat(stopped())
                .singleElement()
                .asString()
                .startsWith("It has a pipeline. What was written since it is so may differ from the source:");
        resume();
        now = now.plusSeconds(4);
        warning.lookIfDue(term);
        assertThat(stopped()).isEmpty();
        now = now.plusSeconds(1);
        warning.lookIfDue(term);
        assertThat(stopped()).hasSize(1);
        assertThat(term.request()).isEmpty();
        looks = 0;
        warning.lookIfDue(term);
        assertThat(looks).isZero();
        target = Optional.of(shaped(FIRST));
        assertThat(holds(warning, term)).isFalse();
        resume();
        assertThat(holds(warning, term)).isTrue();
    }

    /// Versions stay equal, so nothing else would tell that documents were changed since.
    @Test
    void whatWouldChangeDocumentsTakesBackThatTheyWereFoundEqual() {
        ControllerEpoch term = term();
        target = Optional.of(shaped(FIRST));
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isPresent();
        target = Optional.of(new TargetState(Optional.of("It has a pipeline."), FIRST, TargetHistories.NONE));
        assertThat(holds(watch, term)).isFalse();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        target = Optional.of(shaped(FIRST));
        resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
    }

    /// Nothing is written, and so nothing becomes wrong.
    @Test
    void aTargetThatOnlyTakesNoWritesStopsTheRunAndStaysVerified() {
        ControllerEpoch term = term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        target = Optional.of(new TargetState(
                Optional.empty(),
                Optional.of("Its alias is on two indices."),
                FIRST,
                TargetHistories.NONE,
                TargetNumbers.NONE,
                RunningPrimaries.NONE));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped())
                .containsExactly("Its alias is on two indices. When the cause is gone, 'resume' lets run run go on.");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isPresent();
        resume();
        now = now.plusSeconds(6);
        assertThat(holds(watch, term)).as("before the cause is gone").isFalse();
        target = Optional.of(shaped(FIRST));
        resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isPresent();
    }

    /// A look before the topic has shown that the run was stopped: it may have been told to go on since.
    @Test
    void whatWasJustSaidIsNotSaidAgain() {
        ControllerEpoch term = term();
        target = Optional.of(new TargetState(Optional.of("It has a pipeline."), FIRST, TargetHistories.NONE));
        assertThat(watch.holds(term)).isFalse();
        resume();
        assertThat(watch.holds(term)).isFalse();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aRunThatAnOperatorHasPausedIsNotStoppedOverIt() {
        ControllerEpoch term = term();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term)).isFalse();
        assertThat(stopped()).isEmpty();
        assertThat(topic.said().pause()).map(Pause::reason).contains("mine");
    }

    @Test
    void aRunOfBeforeThereWasAShapeBeginsWithTheOneThatItFinds() {
        topic.say(TargetShape.KEY, null);
        ControllerEpoch term = term();
        holds(watch, term);
        assertThat(holds(watch, term)).isTrue();
        target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term)).isFalse();
    }

    @Test
    void aTargetThatDoesNotTellIsAskedAgain() {
        ControllerEpoch term = term();
        isAway = true;
        assertThat(holds(watch, term)).isTrue();
        isAway = false;
        target = Optional.empty();
        assertThat(holds(watch, term)).isTrue();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aRunDoesNotEndWhileItsTargetIsOutOfReach() {
        assertThat(holds(failing(new ElasticException.Unreachable("target", new IOException("refused"))), term()))
                .isFalse();
        assertThat(stopped()).isEmpty();
    }

    /// What it would have told is not known.
    @ParameterizedTest
    @ValueSource(ints = {404, 408, 429, 500, 502, 503, 504})
    void aRunDoesNotEndWhileItsTargetIsTooBusyToTell(int status) {
        assertThat(holds(failing(refused(status, "es_rejected_execution_exception")), term()))
                .isFalse();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aRunDoesNotEndByAnAnswerThatIsNone() {
        assertThat(holds(failing(new ElasticException.Malformed("target does not tell the mapping")), term()))
                .isFalse();
    }

    /// Whoever goes on finds out by what it does itself.
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aUserWhoMayNotSeeTheTargetsStateDoesNotKeepTheRun(int status) {
        assertThat(holds(failing(refused(status, "security_exception")), term()))
                .isTrue();
    }

    private static TargetWatch failing(ElasticException failure) {
        return new TargetWatch(
                "run",
                () -> {
                    throw failure;
                },
                OnMappingChange.STOP);
    }

    private static ElasticException refused(int status, String type) {
        Bytes body = Bytes.utf8("{\"error\":{\"type\":\"" + type + "\",\"reason\":\"no\"}}");
        try {
            var _ = new Reply("target", Call.get("/v2"), status, body).orThrow();
            throw new AssertionError("it is refused");
        } catch (ElasticException e) {
            return e;
        }
    }

    @Test
    void itIsLookedAtNowAndThen() {
        ControllerEpoch term = term();
        watch.lookIfDue(term);
        now = now.plusSeconds(9);
        watch.lookIfDue(term);
        assertThat(looks).isEqualTo(1);
        now = now.plusSeconds(1);
        watch.lookIfDue(term);
        assertThat(looks).isEqualTo(2);
    }

    private Optional<TargetState> look() throws ElasticException {
        looks++;
        if (isAway) {
            throw new RunRefusedException("It is closed.");
        }
        return target;
    }

    private static TargetState shaped(TargetShape shape) {
        return new TargetState(Optional.empty(), shape, TargetHistories.NONE);
    }

    private static TargetState withHistories(String... uuids) {
        return new TargetState(Optional.empty(), FIRST, new TargetHistories(List.of(uuids)));
    }

    private TargetState confirmed(TargetState seen) throws NotPrimaryException {
        if (primaryFailure != null) {
            throw primaryFailure;
        }
        return primaries.orElse(seen);
    }

    /// Another process.
    private TargetWatch another() {
        return new TargetWatch("run", this::look, (seen, _) -> confirmed(seen), OnMappingChange.STOP, _ -> true);
    }

    private List<Long> noted() {
        return topic.said()
                .of(TargetReach.KEY, TargetReach::decode)
                .orElse(TargetReach.NONE)
                .settled();
    }

    private static TargetState reaching(long settled, long highest) {
        return reaching("a", settled, highest);
    }

    private static TargetState reaching(String history, long settled, long highest) {
        return new TargetState(
                Optional.empty(),
                FIRST,
                new TargetHistories(List.of(history)),
                new TargetNumbers(List.of(settled), List.of(highest)));
    }

    /// With as many numbers as ever.
    private static TargetState running(long term, String allocation, String process) {
        TargetState state = reaching(100, 100);
        return new TargetState(
                state.problem(),
                state.refusal(),
                state.shape(),
                state.histories(),
                state.numbers(),
                new RunningPrimaries(Map.of(0, new CopyIdentity(term, allocation, "u", "", process))));
    }

    private static boolean holds(TargetWatch watch, ControllerEpoch term) {
        assertThat(term.request()).isEmpty();
        return watch.holds(term);
    }

    private ControllerEpoch term() {
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }

    private List<String> stopped() {
        return topic.said().blocked().stream()
                .filter(blocked -> blocked.part().equals(Blocked.TARGET))
                .map(Blocked::reason)
                .toList();
    }

    private void resume() {
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.TARGET), null);
    }
}
