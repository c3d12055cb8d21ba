package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.AcceptedRejects;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RejectLimitTest {
    private final MemoryTopic topic = new MemoryTopic();
    private final RejectLimit limit = new RejectLimit("run", OptionalInt.of(2), 1_000_000);

    @BeforeEach
    void prepare() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 0, "").encode());
    }

    @Test
    void theRunIsStoppedByMoreRejectsThanThat() {
        ControllerEpoch term = term();
        assertThat(holds(2, term)).isTrue();
        assertThat(isStopped()).isFalse();
        assertThat(holds(3, term)).isFalse();
        assertThat(topic.said().pause()).isPresent();
        assertThat(topic.said().blocked())
                .singleElement()
                .satisfies(blocked -> assertThat(blocked.reason())
                        .startsWith("3 documents are rejected, and rejects.max allows 2: 'rejects list' shows why."));
    }

    @Test
    void whoLetsItGoOnAcceptsThoseAndAsManyMore() {
        ControllerEpoch term = term();
        assertThat(holds(3, term)).isFalse();
        resume();
        assertThat(holds(3, term)).isTrue();
        assertThat(holds(5, term)).isTrue();
        assertThat(holds(6, term)).isFalse();
        assertThat(topic.said().blocked())
                .singleElement()
                .satisfies(blocked -> assertThat(blocked.reason())
                        .startsWith("6 documents are rejected, 3 more than were accepted, and"));
    }

    @Test
    void whatWasUnderWayWhenItWasStoppedIsAcceptedWithTheOthers() {
        ControllerEpoch term = term();
        holds(3, term);
        assertThat(holds(9, term)).isFalse();
        assertThat(accepted()).isEqualTo(9);
        resume();
        assertThat(holds(11, term)).isTrue();
        assertThat(holds(12, term)).isFalse();
    }

    @Test
    void theNextControllerKnowsWhatWasAccepted() {
        holds(3, term());
        resume();
        assertThat(holds(5, term())).isTrue();
        assertThat(isStopped()).isFalse();
    }

    @Test
    void whatWasTakenSinceIsNotAcceptedAnyMore() {
        ControllerEpoch term = term();
        holds(9, term);
        resume();
        assertThat(holds(1, term)).isTrue();
        assertThat(accepted()).isEqualTo(1);
        assertThat(holds(4, term)).isFalse();
        assertThat(isStopped()).isTrue();
    }

    /// A look right after the write: the topic has not shown it yet.
    @Test
    void aRunThatWasJustStoppedDoesNotEndInBetween() {
        ControllerEpoch term = term();
        assertThat(limit.holds(rejected(3), term)).isFalse();
        assertThat(limit.holds(rejected(3), term)).isFalse();
        assertThat(accepted()).isEqualTo(3);
    }

    @Test
    void aRunThatAnOperatorHasPausedIsNotStoppedOverIt() {
        ControllerEpoch term = term();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        assertThat(holds(3, term)).isFalse();
        assertThat(isStopped()).isFalse();
        assertThat(topic.said().pause()).map(Pause::reason).contains("mine");
    }

    @Test
    void whatIsPublishedOnceMoreAfterItWasTakenStopsNothing() {
        ControllerEpoch term = term();
        assertThat(limit.holds(rejected(0), term)).isTrue();
        assertThat(limit.holds(rejected(200, 200), term)).isTrue();
        assertThat(limit.holds(rejected(200, 190), term)).isFalse();
        assertThat(isStopped()).isTrue();
    }

    private static RunState rejected(long rejected, long underReplay) {
        return new RunState(
                RunStates.PLAN, Map.of(), List.of(), List.of(), rejected, underReplay, RunStates.PLAN.goal());
    }

    @ParameterizedTest
    @CsvSource({"0,10", "238,10", "1099,10", "1100,11", "99999,999", "100000,1000", "9000000000,1000"})
    void aRunWithoutALimitIsStoppedByMoreThanOneOfAHundredDocuments(long documents, long most) {
        RejectLimit none = new RejectLimit("run", OptionalInt.empty(), documents);
        ControllerEpoch term = term();
        assertThat(none.holds(rejected(most), term)).isTrue();
        assertThat(none.holds(rejected(most + 1), term)).isFalse();
        assertThat(term.request()).isEmpty();
        assertThat(topic.said().blocked())
                .singleElement()
                .satisfies(blocked -> assertThat(blocked.reason())
                        .startsWith(
                                "%s documents are rejected, and this run may have %s, as its run file has no rejects.max: 'rejects list' shows why."
                                        .formatted(NumberText.count(most + 1), NumberText.count(most))));
        resume();
        assertThat(term.request()).isEmpty();
        assertThat(none.holds(rejected(2 * most + 1), term)).isTrue();
        assertThat(none.holds(rejected(2 * most + 2), term)).isFalse();
    }

    @Test
    void theStateIsReadForItEachTimeOnlyWhereSomebodyHasSetIt() {
        RejectLimit none = new RejectLimit("run", OptionalInt.empty(), 1_000_000);
        Instant now = Instant.EPOCH;
        assertThat(none.isDue(now)).isTrue();
        assertThat(none.isDue(now.plusSeconds(29))).isFalse();
        assertThat(none.isDue(now.plusSeconds(30))).isTrue();
        assertThat(limit.isDue(now)).isTrue();
        assertThat(limit.isDue(now)).isTrue();
    }

    private boolean holds(long rejected, ControllerEpoch term) {
        assertThat(term.request()).isEmpty();
        return limit.holds(rejected(rejected), term);
    }

    private static RunState rejected(long rejected) {
        return new RunState(RunStates.PLAN, Map.of(), List.of(), List.of(), rejected);
    }

    private boolean isStopped() {
        return topic.said().blocked().stream().anyMatch(one -> one.part().equals(Blocked.REJECTS));
    }

    private long accepted() {
        return topic.said()
                .of(AcceptedRejects.KEY, AcceptedRejects::decode)
                .orElseThrow()
                .rejects();
    }

    private void resume() {
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.REJECTS), null);
    }

    private ControllerEpoch term() {
        return ControllerEpoch.begin(topic.journal(), "test", () -> Instant.EPOCH);
    }
}
