package io.shardstream.control.run;

import static io.shardstream.control.run.MappingFixture.holds;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import org.junit.jupiter.api.Test;

/// What the target refuses, and who wants to be asked or told before a change is carried.
class RefusedMappingTest {
    private final MappingFixture fixture = new MappingFixture();
    private final MemoryTopic topic = fixture.topic;
    private final MemoryMapping source = fixture.source;
    private final MemoryMapping target = fixture.target;

    @Test
    void whatTheTargetRefusesStopsTheRunAndTheRestIsThere() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        long before = fixture.carried().mappingVersion();
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'},'c':{'type':'long'}}}");
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(before);
        assertThat(target.mapping.path("properties").has("c")).isTrue();
        assertThat(topic.said().pause()).isPresent();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .startsWith("Target index '" + RunStates.PLAN.targetIndex() + "' does not take what source index '"
                        + RunStates.PLAN.sourceIndex() + "' has: b: no handler for b.");

        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(before);
        fixture.resume();
        fixture.pass(carrier, term);
        assertThat(fixture.stopped()).isEmpty();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(fixture.carried().left()).containsOnlyKeys("b");
        assertThat(holds(fixture.carrier(), fixture.term())).isTrue();
    }

    /// Each try changes the target's cluster state, and the operator has asked for rest.
    @Test
    void whatTheTargetRefusesWhileTheRunIsPausedIsNotTriedEverySecondAndStopsItWhenItGoesOn() {
        MappingCarrier carrier = fixture.carrier();
        holds(carrier, fixture.term());
        topic.say(Pause.KEY, new Pause("a load test", fixture.now).encode());
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        fixture.pass(carrier, fixture.term());
        int changes = target.changes.size();
        for (int look = 0; look < 9; look++) {
            fixture.pass(carrier, fixture.term());
        }
        assertThat(target.changes).hasSize(changes);
        assertThat(carrier.trouble()).contains("b: no handler for b");
        assertThat(carrier.isRefused()).isTrue();
        assertThat(fixture.stopped()).isEmpty();

        fixture.resume();
        fixture.pass(carrier, fixture.term());
        assertThat(fixture.stopped()).hasSize(1);
        assertThat(carrier.isRefused()).isFalse();
    }

    /// Readers and writers of a stopped run do nothing, and production would wait for them.
    @Test
    void whatTheTargetRefusesDuringACutOverDoesNotStopTheRunBeforeThatIsOver() {
        MappingCarrier carrier = fixture.carrier();
        holds(carrier, fixture.term());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        fixture.pass(carrier, fixture.term());
        assertThat(carrier.isRefused()).isTrue();
        assertThat(topic.said().pause()).isEmpty();

        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode());
        fixture.pass(carrier, fixture.term());
        assertThat(fixture.stopped()).hasSize(1);
    }

    /// Clients wait, and each request is a change of the target's cluster state.
    @Test
    void whatTheTargetRefusesDuringACutOverIsAskedForTogetherTheNextTimeAndWithItsReasons() {
        MappingCarrier carrier = fixture.carrier();
        holds(carrier, fixture.term());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        target.refuses("odd");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'},'c':{'type':'odd'},'d':{'type':'odd'},"
                + "'e':{'type':'odd'},'f':{'type':'odd'},'g':{'type':'odd'}}}");
        fixture.pass(carrier, fixture.term());
        assertThat(carrier.trouble()).contains("b: no handler for odd");
        int asked = target.asked;
        fixture.now = fixture.now.plusSeconds(61);
        holds(carrier, fixture.term());
        assertThat(target.asked).isEqualTo(asked + 3);
        assertThat(carrier.trouble()).contains("b: no handler for odd");

        target.refuses("none");
        fixture.now = fixture.now.plusSeconds(61);
        assertThat(holds(carrier, fixture.term())).isTrue();
        assertThat(target.mapping.path("properties")).hasSize(7);
    }

    @Test
    void whatIsMendedWhileTheRunIsStoppedIsCarriedWhenItGoesOn() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        fixture.pass(carrier, term);
        target.refuses("none");
        fixture.resume();
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(fixture.carried().left()).isEmpty();
    }

    @Test
    void anotherFieldThatIsRefusedLaterStopsTheRunAgain() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        fixture.pass(carrier, term);
        fixture.resume();
        fixture.pass(carrier, term);
        target.refuses("odd");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'},'c':{'type':'odd'}}}");
        fixture.pass(carrier, term);
        assertThat(fixture.stopped()).singleElement().asString().contains("has: c: no handler for odd.");
    }

    @Test
    void anotherTypeStopsTheRun() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        source.change("{'properties':{'a':{'type':'date'}}}");
        fixture.pass(carrier, term);
        assertThat(fixture.stopped()).singleElement().asString().contains("a: it is text there and date in the source");
    }

    @Test
    void whoeverWantsToBeAskedIsAskedBeforeAnythingIsCarried() {
        MappingCarrier carrier = fixture.carrier(OnSourceMappingChange.STOP);
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isFalse();
        assertThat(fixture.stopped()).singleElement().asString().contains("(b)").contains("'resume'");

        fixture.resume();
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    @Test
    void whoeverWantsToHearOfItOnlyIsNotStopped() {
        MappingCarrier carrier = fixture.carrier(OnSourceMappingChange.NOTE);
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        fixture.pass(carrier, term);
        assertThat(fixture.stopped()).isEmpty();
        assertThat(fixture.carried().left()).containsOnlyKeys("b");
    }
}
