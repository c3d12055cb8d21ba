package io.shardstream.control.run;

import static io.shardstream.control.run.TargetWatchFixture.FIRST;
import static io.shardstream.control.run.TargetWatchFixture.SECOND;
import static io.shardstream.control.run.TargetWatchFixture.VERIFIED;
import static io.shardstream.control.run.TargetWatchFixture.holds;
import static io.shardstream.control.run.TargetWatchFixture.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.control.index.target.TargetNumbers;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A target whose mapping or state somebody changes, or that does not tell.
class TargetWatchTest {
    private final TargetWatchFixture fixture = new TargetWatchFixture();
    private final MemoryTopic topic = fixture.topic;
    private final TargetWatch watch = fixture.watch;

    @Test
    void aMappingThatIsChangedStopsTheRunAndIsAcceptedByWhoLetsItGoOn() {
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term)).isFalse();
        assertThat(topic.said().pause()).isPresent();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .startsWith("The mapping of target index '" + RunStates.PLAN.targetIndex()
                        + "' was changed while run run works (dynamic):")
                .endsWith("'resume' accepts that and lets it go on.");
        assertThat(holds(watch, term)).isFalse();
        fixture.resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(holds(new TargetWatch("run", fixture::look, OnMappingChange.STOP), fixture.term()))
                .isTrue();
    }

    /// Who carries the source's mapping shuts the target whatever was accepted.
    @Test
    void thatATargetWhichFollowsItsSourceIsShutAgainIsSaid() {
        topic.say(
                CarriedMapping.KEY,
                CarriedMapping.begun(1, true, "{}", Map.of()).encode());
        fixture.target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, fixture.term())).isFalse();
        assertThat(fixture.stopped()).singleElement().asString().contains("the run sets it back to 'false'");
    }

    @Test
    void whatItIsChangedToWhileTheRunIsStoppedIsAcceptedToo() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(shaped(SECOND));
        holds(watch, term);
        fixture.target = Optional.of(shaped(FIRST));
        assertThat(holds(watch, term)).isFalse();
        fixture.resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(fixture.stopped()).isEmpty();
    }

    /// A look right after the write: the topic has not shown it yet.
    @Test
    void aRunThatWasJustStoppedDoesNotEndInBetween() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(shaped(SECOND));
        assertThat(watch.holds(term)).isFalse();
        assertThat(watch.holds(term)).isFalse();
    }

    /// As the shape of what was carried right before.
    @Test
    void aProblemIsJudgedWhileAShapeHasNotComeBackAndTheShapeInTheNextPass() {
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        term.write(TargetShape.KEY, SECOND.encode());
        fixture.target = Optional.of(shaped(FIRST));
        fixture.now = fixture.now.plusSeconds(10);
        watch.lookIfDue(term);
        assertThat(fixture.stopped()).isEmpty();
        fixture.now = fixture.now.plusSeconds(1);
        fixture.target = Optional.of(new TargetState(Optional.of("It has a pipeline."), SECOND, TargetHistories.NONE));
        watch.lookIfDue(term);
        assertThat(fixture.stopped()).singleElement().asString().startsWith("It has a pipeline.");
    }

    @Test
    void whoWantsAWarningOnlyGetsOne() {
        TargetWatch warning = new TargetWatch("run", fixture::look, OnMappingChange.WARN);
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(shaped(SECOND));
        assertThat(holds(warning, term)).isTrue();
        assertThat(holds(warning, term)).isTrue();
        assertThat(topic.said().of(TargetShape.KEY, TargetShape::decode)).contains(SECOND);
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void whatWouldChangeDocumentsIsNeverAccepted() {
        TargetWatch warning = new TargetWatch("run", fixture::look, OnMappingChange.WARN);
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(new TargetState(Optional.of("It has a pipeline."), FIRST, TargetHistories.NONE));
        assertThat(holds(warning, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .startsWith("It has a pipeline. What was written since it is so may differ from the source:");
        fixture.resume();
        fixture.now = fixture.now.plusSeconds(4);
        warning.lookIfDue(term);
        assertThat(fixture.stopped()).isEmpty();
        fixture.now = fixture.now.plusSeconds(1);
        warning.lookIfDue(term);
        assertThat(fixture.stopped()).hasSize(1);
        assertThat(term.request()).isEmpty();
        fixture.looks = 0;
        warning.lookIfDue(term);
        assertThat(fixture.looks).isZero();
        fixture.target = Optional.of(shaped(FIRST));
        assertThat(holds(warning, term)).isFalse();
        fixture.resume();
        assertThat(holds(warning, term)).isTrue();
    }

    /// Versions stay equal, so nothing else would tell that documents were changed since.
    @Test
    void whatWouldChangeDocumentsTakesBackThatTheyWereFoundEqual() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(shaped(FIRST));
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isPresent();
        fixture.target = Optional.of(new TargetState(Optional.of("It has a pipeline."), FIRST, TargetHistories.NONE));
        assertThat(holds(watch, term)).isFalse();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        fixture.target = Optional.of(shaped(FIRST));
        fixture.resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
    }

    /// Nothing is written, and so nothing becomes wrong.
    @Test
    void aTargetThatOnlyTakesNoWritesStopsTheRunAndStaysVerified() {
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(new TargetState(
                Optional.empty(),
                Optional.of("Its alias is on two indices."),
                FIRST,
                TargetHistories.NONE,
                TargetNumbers.NONE,
                RunningPrimaries.NONE));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .containsExactly("Its alias is on two indices. When the cause is gone, 'resume' lets run run go on.");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isPresent();
        fixture.resume();
        fixture.now = fixture.now.plusSeconds(6);
        assertThat(holds(watch, term)).as("before the cause is gone").isFalse();
        fixture.target = Optional.of(shaped(FIRST));
        fixture.resume();
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isPresent();
    }

    /// A look before the topic has shown that the run was stopped: it may have been told to go on since.
    @Test
    void whatWasJustSaidIsNotSaidAgain() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(new TargetState(Optional.of("It has a pipeline."), FIRST, TargetHistories.NONE));
        assertThat(watch.holds(term)).isFalse();
        fixture.resume();
        assertThat(watch.holds(term)).isFalse();
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aRunThatAnOperatorHasPausedIsNotStoppedOverIt() {
        ControllerEpoch term = fixture.term();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        fixture.target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped()).isEmpty();
        assertThat(topic.said().pause()).map(Pause::reason).contains("mine");
    }

    @Test
    void aRunOfBeforeThereWasAShapeBeginsWithTheOneThatItFinds() {
        topic.say(TargetShape.KEY, null);
        ControllerEpoch term = fixture.term();
        holds(watch, term);
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(shaped(SECOND));
        assertThat(holds(watch, term)).isFalse();
    }

    @Test
    void aTargetThatDoesNotTellIsAskedAgain() {
        ControllerEpoch term = fixture.term();
        fixture.isAway = true;
        assertThat(holds(watch, term)).isTrue();
        fixture.isAway = false;
        fixture.target = Optional.empty();
        assertThat(holds(watch, term)).isTrue();
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aRunDoesNotEndWhileItsTargetIsOutOfReach() {
        assertThat(holds(
                        failing(new ElasticException.Unreachable("target", new IOException("refused"))),
                        fixture.term()))
                .isFalse();
        assertThat(fixture.stopped()).isEmpty();
    }

    /// What it would have told is not known.
    @ParameterizedTest
    @ValueSource(ints = {404, 408, 429, 500, 502, 503, 504})
    void aRunDoesNotEndWhileItsTargetIsTooBusyToTell(int status) {
        assertThat(holds(failing(refused(status, "es_rejected_execution_exception")), fixture.term()))
                .isFalse();
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aRunDoesNotEndByAnAnswerThatIsNone() {
        assertThat(holds(failing(new ElasticException.Malformed("target does not tell the mapping")), fixture.term()))
                .isFalse();
    }

    /// Whoever goes on finds out by what it does itself.
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aUserWhoMayNotSeeTheTargetsStateDoesNotKeepTheRun(int status) {
        assertThat(holds(failing(refused(status, "security_exception")), fixture.term()))
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
        ControllerEpoch term = fixture.term();
        watch.lookIfDue(term);
        fixture.now = fixture.now.plusSeconds(9);
        watch.lookIfDue(term);
        assertThat(fixture.looks).isEqualTo(1);
        fixture.now = fixture.now.plusSeconds(1);
        watch.lookIfDue(term);
        assertThat(fixture.looks).isEqualTo(2);
    }
}
