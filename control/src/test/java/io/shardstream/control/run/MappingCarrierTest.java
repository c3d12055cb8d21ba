package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.index.target.VersionedDefinition;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class MappingCarrierTest {
    private static final String FIELDS = "index.mapping.total_fields.limit";
    private static final String TEXT = "{'properties':{'a':{'type':'text'}}}";

    private final MemoryTopic topic = new MemoryTopic();
    private final MemoryMapping source = new MemoryMapping(RunStates.PLAN.sourceUuid(), TEXT);
    private final MemoryMapping target = new MemoryMapping(RunStates.PLAN.targetUuid(), "{}");
    private final AccessRefusals refusals = new AccessRefusals(() -> 0);
    private Instant now = Instant.EPOCH;

    @BeforeEach
    void prepare() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 0, "").encode());
        target.mapping = HeldMark.carried(MappingLevels.shut(source.mapping), source.mapping, true, "0");
        begun(true);
    }

    private void begun(boolean isWhole) {
        topic.say(
                CarriedMapping.KEY,
                CarriedMapping.begun(
                                isWhole ? 0 : source.mappingVersion,
                                isWhole,
                                isWhole ? MappingLevels.of(source.mapping).toString() : "",
                                isWhole
                                        ? Map.of()
                                        : MappingChange.digests(
                                                MappingComparison.besides(source.mapping, target.mapping)))
                        .encode());
        topic.say(TargetShape.KEY, MappingShape.of(target.mapping).encode());
    }

    @Test
    void whatTheSourceHasWhenTheRunBeginsIsSaidToBeThereWhenTheTargetHasAcknowledgedIt() {
        source.mappingVersion = 3;
        assertThat(holds(carrier(), term())).isTrue();
        assertThat(carried().mappingVersion()).isEqualTo(3);
        assertThat(target.changes).hasSize(1);
    }

    /// Whoever waits for a server that does not answer looks again and again.
    @Test
    void aLookThatIsUnderWayIsNotBegunOnceMore() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        target.onChange = () -> {
            now = now.plusSeconds(60);
            carrier.lookIfDue(term);
        };
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.changes).hasSize(1);
    }

    @Test
    void aNewFieldIsCarriedAndTheTargetTakesNoOthers() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();

        source.change("{'properties':{'a':{'type':'text'},'o':{'dynamic':'true','properties':{'d':{'type':'date'}}}}}");
        pass(carrier, term);
        assertThat(target.mapping.path("properties").path("o"))
                .isEqualTo(MemoryMapping.json("{'properties':{'d':{'type':'date'}}}"));
        assertThat(MappingLevels.areShut(target.mapping)).isTrue();
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(topic.said().of(TargetShape.KEY, TargetShape::decode)).contains(MappingShape.of(target.mapping));
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aSettingIsCarriedUnlessTheRunFileHasIt() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        source.changeSetting("index.max_result_window", "50");
        source.changeSetting("index.max_terms_count", "60");
        pass(carrier, term);
        assertThat(target.settings).containsOnly(Map.entry("index.max_result_window", MemoryMapping.text("50")));
        assertThat(carried().settingsVersion()).isEqualTo(source.settingsVersion);
    }

    /// A run file of another process does not make it the source's.
    @Test
    void aSettingThatWasTheTargetsOwnWhenTheRunBeganStaysSoWhoeverControlsTheRun() {
        topic.say(
                CarriedMapping.KEY,
                carried()
                        .leaving(CarriedMapping.withOwnSettings(Set.of("index.max_result_window")))
                        .encode());
        target.changeSetting("index.max_result_window", "70");
        source.changeSetting("index.max_result_window", "50");
        source.changeSetting("index.max_terms_count", "60");
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        source.changeSetting("index.max_result_window", "51");
        pass(carrier, term);
        pass(carrier(), term());
        assertThat(target.settings)
                .containsOnly(
                        Map.entry("index.max_result_window", MemoryMapping.text("70")),
                        Map.entry("index.max_terms_count", MemoryMapping.text("60")));
        assertThat(carried().settingsVersion()).isEqualTo(source.settingsVersion);
    }

    @Test
    void aSettingThatSomebodyChangesInTheTargetStaysUntilTheSourcesIsChanged() {
        MappingCarrier carrier = carrier(OnSourceMappingChange.STOP);
        ControllerEpoch term = term();
        source.changeSetting("index.max_result_window", "50");
        holds(carrier, term);
        target.changeSetting("index.max_result_window", "70");
        now = now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(stopped()).isEmpty();
        assertThat(carried().left()).containsKey("index.max_result_window");
        // Also where another field is carried, and by another controller.
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        MappingCarrier second = carrier();
        ControllerEpoch next = term();
        pass(second, next);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(target.settings).containsEntry("index.max_result_window", MemoryMapping.text("70"));

        source.changeSetting("index.max_result_window", "60");
        pass(second, next);
        assertThat(target.settings).containsEntry("index.max_result_window", MemoryMapping.text("60"));
        assertThat(carried().left()).doesNotContainKey("index.max_result_window");
    }

    /// With it the target would take no change of its mapping any more, and the run could not even be ended.
    @Test
    void aLimitThatIsLoweredInTheSourceIsNotLoweredInTheTarget() throws Exception {
        String fields = "{'properties':{'a':{'type':'text'}";
        for (int i = 0; i < 1500; i++) {
            fields += ",'f" + i + "':{'type':'long'}";
        }
        source.changeSetting(FIELDS, "2000");
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        source.change(fields + "}}");
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.settings).containsEntry(FIELDS, MemoryMapping.text("2000"));
        assertThat(target.mapping.path("properties")).hasSize(1501);

        source.resetSetting(FIELDS);
        pass(carrier, term);
        assertThat(target.settings).containsEntry(FIELDS, MemoryMapping.text("2000"));
        assertThat(carried().settingsVersion()).isEqualTo(source.settingsVersion);
        assertThat(carrier.trouble()).isEmpty();
        assertThat(holds(carrier(), term())).isTrue();
        carrier.open(term);
        assertThat(MappingLevels.areShut(target.mapping)).isFalse();
        assertThat(stopped()).isEmpty();
    }

    /// As by a late call of a controller that was deposed: the target would take no change of its mapping any
    /// more.
    @Test
    void aLimitOfTheMappingThatIsTooLowInTheTargetIsRaisedAgain() {
        source.changeSetting(FIELDS, "2000");
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        target.changeSetting(FIELDS, "1000");
        now = now.plusSeconds(11);
        holds(carrier, term);
        assertThat(target.settings).containsEntry(FIELDS, MemoryMapping.text("2000"));
        assertThat(stopped()).isEmpty();
    }

    @Test
    void whyItIsCarriedLaterIsSaid() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        target.isLocked = true;
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isLessThan(source.mappingVersion);
        assertThat(carrier.trouble()).contains("Limit of total fields [1000] has been exceeded");
    }

    /// The change has reached the target, and what was to be written was not.
    @Test
    void aControllerThatDiesBetweenTheChangeAndItsRecordIsFollowedByOneThatAsksAgain() {
        MappingCarrier first = carrier();
        ControllerEpoch term = term();
        holds(first, term);
        long before = carried().mappingVersion();
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        target.onChange = () -> topic.away(true);
        now = now.plusSeconds(1);
        assertThatThrownBy(() -> holds(first, term)).hasMessageContaining("no broker answers");
        topic.away(false);
        target.onChange = () -> {};
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(carried().mappingVersion()).isEqualTo(before);

        MappingCarrier second = carrier();
        ControllerEpoch next = term();
        assertThat(second.tellsOwnFromOthers(next)).isFalse();
        int changes = target.changes.size();
        assertThat(holds(second, next)).isTrue();
        // Asked for once more, so that its acknowledgement is of this mapping.
        assertThat(target.changes).hasSize(changes + 1);
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(second.tellsOwnFromOthers(next)).isTrue();
    }

    /// Stood by in between, and has the knowledge of the time before.
    @Test
    void whatTheControllerBetweenHasHalfCarriedIsNotSomebodyElsesForOneThatControlsAgain() {
        MappingCarrier first = carrier();
        assertThat(holds(first, term())).isTrue();
        MappingCarrier between = carrier();
        ControllerEpoch itsTerm = term();
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        target.onChange = () -> topic.away(true);
        now = now.plusSeconds(1);
        assertThatThrownBy(() -> holds(between, itsTerm)).hasMessageContaining("no broker answers");
        topic.away(false);
        target.onChange = () -> {};

        ControllerEpoch again = term();
        first.begin();
        assertThat(first.tellsOwnFromOthers(again)).isFalse();
        assertThat(holds(first, again)).isTrue();
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(first.tellsOwnFromOthers(again)).isTrue();
    }

    @Test
    void aControllerThatWasDeposedSaysNothing() {
        MappingCarrier first = carrier();
        ControllerEpoch term = term();
        holds(first, term);
        term();
        source.change("{'properties':{'b':{'type':'keyword'}}}");
        now = now.plusSeconds(1);
        int changes = target.changes.size();
        assertThatThrownBy(() -> first.holds(term)).isInstanceOf(DeposedException.class);
        assertThat(target.changes).hasSize(changes);
    }

    @Test
    void aControllerThatIsDeposedBetweenTwoCallsSendsNoMore() {
        MappingCarrier first = carrier();
        ControllerEpoch term = term();
        holds(first, term);
        source.change(
                "{'properties':{'a':{'type':'text'},'b':{'type':'keyword'},'c':{'type':'odd'},'d':{'type':'long'}}}");
        target.refuses("odd");
        target.onChange = () -> {
            ControllerEpoch _ = term();
        };
        now = now.plusSeconds(1);
        int changes = target.changes.size();
        assertThatThrownBy(() -> first.holds(term)).isInstanceOf(DeposedException.class);
        assertThat(target.changes).hasSize(changes + 1);
    }

    @Test
    void whatNotEveryNodeHasAcknowledgedIsNotSaidToBeThere() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        long before = carried().mappingVersion();
        source.change("{'properties':{'b':{'type':'keyword'}}}");
        target.isSlow = true;
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(before);
        assertThat(carrier.tellsOwnFromOthers(term)).isFalse();

        target.isSlow = false;
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    @Test
    void eachDeliveryIsAChangeWhateverTheTargetHas() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        source.mappingVersion++;
        pass(carrier, term);
        assertThat(target.changes).hasSize(2);
        assertThat(target.changes.getFirst().path("_meta"))
                .isNotEqualTo(target.changes.getLast().path("_meta"));
    }

    @Test
    void whatTheTargetRefusesStopsTheRunAndTheRestIsThere() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        long before = carried().mappingVersion();
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'},'c':{'type':'long'}}}");
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(before);
        assertThat(target.mapping.path("properties").has("c")).isTrue();
        assertThat(topic.said().pause()).isPresent();
        assertThat(stopped())
                .singleElement()
                .asString()
                .startsWith("Target index '" + RunStates.PLAN.targetIndex() + "' does not take what source index '"
                        + RunStates.PLAN.sourceIndex() + "' has: b: no handler for b.");

        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(before);
        resume();
        pass(carrier, term);
        assertThat(stopped()).isEmpty();
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(carried().left()).containsOnlyKeys("b");
        assertThat(holds(carrier(), term())).isTrue();
    }

    /// Each try changes the target's cluster state, and the operator has asked for rest.
    @Test
    void whatTheTargetRefusesWhileTheRunIsPausedIsNotTriedEverySecondAndStopsItWhenItGoesOn() {
        MappingCarrier carrier = carrier();
        holds(carrier, term());
        topic.say(Pause.KEY, new Pause("a load test", now).encode());
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        pass(carrier, term());
        int changes = target.changes.size();
        for (int look = 0; look < 9; look++) {
            pass(carrier, term());
        }
        assertThat(target.changes).hasSize(changes);
        assertThat(carrier.trouble()).contains("b: no handler for b");
        assertThat(carrier.isRefused()).isTrue();
        assertThat(stopped()).isEmpty();

        resume();
        pass(carrier, term());
        assertThat(stopped()).hasSize(1);
        assertThat(carrier.isRefused()).isFalse();
    }

    /// Readers and writers of a stopped run do nothing, and production would wait for them.
    @Test
    void whatTheTargetRefusesDuringACutOverDoesNotStopTheRunBeforeThatIsOver() {
        MappingCarrier carrier = carrier();
        holds(carrier, term());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        pass(carrier, term());
        assertThat(carrier.isRefused()).isTrue();
        assertThat(topic.said().pause()).isEmpty();

        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode());
        pass(carrier, term());
        assertThat(stopped()).hasSize(1);
    }

    /// Clients wait, and each request is a change of the target's cluster state.
    @Test
    void whatTheTargetRefusesDuringACutOverIsAskedForTogetherTheNextTimeAndWithItsReasons() {
        MappingCarrier carrier = carrier();
        holds(carrier, term());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        target.refuses("odd");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'},'c':{'type':'odd'},'d':{'type':'odd'},"
                + "'e':{'type':'odd'},'f':{'type':'odd'},'g':{'type':'odd'}}}");
        pass(carrier, term());
        assertThat(carrier.trouble()).contains("b: no handler for odd");
        int asked = target.asked;
        now = now.plusSeconds(61);
        holds(carrier, term());
        assertThat(target.asked).isEqualTo(asked + 3);
        assertThat(carrier.trouble()).contains("b: no handler for odd");

        target.refuses("none");
        now = now.plusSeconds(61);
        assertThat(holds(carrier, term())).isTrue();
        assertThat(target.mapping.path("properties")).hasSize(7);
    }

    @Test
    void whatIsMendedWhileTheRunIsStoppedIsCarriedWhenItGoesOn() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        pass(carrier, term);
        target.refuses("none");
        resume();
        pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(carried().left()).isEmpty();
    }

    @Test
    void anotherFieldThatIsRefusedLaterStopsTheRunAgain() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        pass(carrier, term);
        resume();
        pass(carrier, term);
        target.refuses("odd");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'},'c':{'type':'odd'}}}");
        pass(carrier, term);
        assertThat(stopped()).singleElement().asString().contains("has: c: no handler for odd.");
    }

    @Test
    void anotherTypeStopsTheRun() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        source.change("{'properties':{'a':{'type':'date'}}}");
        pass(carrier, term);
        assertThat(stopped()).singleElement().asString().contains("a: it is text there and date in the source");
    }

    @Test
    void whoeverWantsToBeAskedIsAskedBeforeAnythingIsCarried() {
        MappingCarrier carrier = carrier(OnSourceMappingChange.STOP);
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isFalse();
        assertThat(stopped()).singleElement().asString().contains("(b)").contains("'resume'");

        resume();
        pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    @Test
    void whoeverWantsToHearOfItOnlyIsNotStopped() {
        MappingCarrier carrier = carrier(OnSourceMappingChange.NOTE);
        ControllerEpoch term = term();
        holds(carrier, term);
        target.refuses("b");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'odd'}}}");
        pass(carrier, term);
        assertThat(stopped()).isEmpty();
        assertThat(carried().left()).containsOnlyKeys("b");
    }

    @Test
    void whatServersGiveBackInOtherWordsIsNotAskedForEveryTime() {
        source.mapping = MemoryMapping.json("{'properties':{'a':{'type':'text','boost':1}}}");
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        target.keeps("boost", false);
        assertThat(holds(carrier, term)).isTrue();
        int changes = target.changes.size();
        for (int i = 0; i < 5; i++) {
            now = now.plusSeconds(11);
            assertThat(holds(carrier, term)).isTrue();
        }
        assertThat(target.changes).hasSize(changes);
        assertThat(stopped()).isEmpty();
    }

    @Test
    void whatSomebodyElseHasChangedIsLeftToWhoWatchesTheTarget() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        int changes = target.changes.size();
        target.mapping.put("date_detection", false);
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(target.changes).hasSize(changes);
    }

    @Test
    void soIsWhatSomebodyElseHasChangedBeforeAnythingWasCarried() {
        target.mapping.withObject("/_meta/shardstream").remove("carried");
        begun(true);
        target.mapping.put("date_detection", false);
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isFalse();
        assertThat(target.changes).isEmpty();
        assertThat(carrier.tellsOwnFromOthers(term)).isTrue();

        topic.say(TargetShape.KEY, MappingShape.of(target.mapping).encode());
        pass(carrier, term);
        assertThat(target.changes).hasSize(1);
        assertThat(carrier.tellsOwnFromOthers(term)).isTrue();
    }

    @Test
    void soIsWhatSomebodyElseHasChangedWhileNobodyControlledTheRunAndTheSourceHasChangedToo() {
        holds(carrier(), term());
        int changes = target.changes.size();
        target.mapping.put("date_detection", false);
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        MappingCarrier second = carrier();
        ControllerEpoch next = term();
        pass(second, next);
        assertThat(target.changes).hasSize(changes);
        assertThat(second.tellsOwnFromOthers(next)).isTrue();

        topic.say(TargetShape.KEY, MappingShape.of(target.mapping).encode());
        pass(second, next);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
    }

    /// As running.md says where documents are rejected. Who watches the target has said it, and written its
    /// shape down.
    @Test
    void aParameterThatSomebodyChangesInTheTargetStaysUntilTheSourcesIsChanged() {
        MappingCarrier carrier = carrier(OnSourceMappingChange.STOP);
        ControllerEpoch term = term();
        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long'}}}");
        resume();
        holds(carrier, term);
        int changes = target.changes.size();
        mended("n", "{'type':'long','ignore_malformed':true}");
        now = now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        now = now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.changes).hasSize(changes);
        assertThat(stopped()).isEmpty();

        // Also where another field is carried, and by another controller.
        MappingCarrier second = carrier();
        ControllerEpoch next = term();
        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long'},'b':{'type':'keyword'}}}");
        pass(second, next);
        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long'},'b':{'type':'keyword'},"
                + "'c':{'type':'date'}}}");
        pass(second, next);
        assertThat(target.mapping.path("properties").has("c")).isTrue();
        assertThat(field("n").path("ignore_malformed").asBoolean()).isTrue();

        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long','coerce':false},'b':{'type':'keyword'}}}");
        pass(second, next);
        assertThat(field("n")).isEqualTo(MemoryMapping.json("{'type':'long','coerce':false}"));
    }

    /// The source gets a field in each pass, and the target was changed in between.
    @Test
    void soDoesOneWhereTheSourceHasChangedToo() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        mended("a", "{'type':'text','norms':false}");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(field("a").path("norms").asBoolean(true)).isFalse();
        assertThat(stopped()).isEmpty();
    }

    @Test
    void aRuntimeFieldThatSomebodyAddsToTheTargetStays() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        target.mapping.set("runtime", MemoryMapping.json("{'r':{'type':'long'}}"));
        now = now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.mapping.path("runtime").path("r").isNull()).isFalse();
        assertThat(carried().left()).containsOnlyKeys("runtime.r");
    }

    /// As by a late call of a controller that was deposed.
    @Test
    void aParameterThatCameWithAnotherWordThanTheRecordedOneIsSetBack() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        mended("a", "{'type':'text','norms':false}");
        target.mapping.withObject("/_meta/shardstream").put("carried", "0.0@1");
        now = now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(field("a").has("norms")).isFalse();
    }

    private void mended(String name, String definition) {
        target.mapping.withObject("/properties").set(name, MemoryMapping.json(definition));
        target.mappingVersion++;
        topic.say(TargetShape.KEY, MappingShape.of(target.mapping).encode());
    }

    private JsonNode field(String name) {
        return target.mapping.path("properties").path(name);
    }

    @Test
    void aMappingOfTheTargetsOwnGetsWhatIsNewAndKeepsWhatItHas() {
        target.mapping = MemoryMapping.json("{'properties':{'x':{'type':'long'}}}");
        begun(false);
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.mapping.path("properties").has("a")).isFalse();

        source.change("{'properties':{'a':{'type':'text'},'x':{'type':'date'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(target.mapping.path("properties"))
                .isEqualTo(MemoryMapping.json("{'x':{'type':'long'},'b':{'type':'keyword'}}"));
        assertThat(target.mapping.has("dynamic")).isFalse();
        assertThat(stopped()).isEmpty();
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    @Test
    void whenTheRunEndsTheTargetTakesFieldsAsTheSourceDoes() throws Exception {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        source.change("{'dynamic':'strict','properties':{'a':{'type':'text'},'o':{'dynamic':'true','properties':{}}}}");
        pass(carrier, term);
        carrier.open(term);
        assertThat(MappingLevels.of(target.mapping)).isEqualTo(MappingLevels.of(source.mapping));
        assertThat(HeldMark.isHeld(target.mapping)).isFalse();
        int changes = target.changes.size();
        carrier.open(term);
        assertThat(target.changes).hasSize(changes);
    }

    /// A client's PUT _mapping replaces all of it, and the mark in it.
    @Test
    void aTargetWhoseMetaSomebodyHasReplacedIsOpenedAllTheSame() throws Exception {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        source.change("{'dynamic':'strict','properties':{'a':{'type':'text'},'o':{'dynamic':'true','properties':{}}}}");
        holds(carrier, term);
        replaceMeta();
        carrier.open(term);
        assertThat(MappingLevels.of(target.mapping)).isEqualTo(MappingLevels.of(source.mapping));
        assertThat(target.mapping.path("_meta").path("team").asString("")).isEqualTo("a");

        pass(carrier, term);
        assertThat(MappingLevels.areShut(target.mapping)).isTrue();
        replaceMeta();
        assertThat(carrier.holdsAfterFullLook(term)).isTrue();
        assertThat(HeldMark.isHeld(target.mapping)).as("the mark is put again").isTrue();
    }

    @Test
    void aTargetWhoseSourceTakesNoFieldsEitherIsNotOpenedTwice() throws Exception {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        source.change("{'dynamic':'false','properties':{'a':{'type':'text'}}}");
        holds(carrier, term);
        carrier.open(term);
        int changes = target.changes.size();
        carrier.open(term);
        assertThat(target.changes).hasSize(changes);
    }

    private void replaceMeta() {
        target.mapping.set("_meta", MemoryMapping.json("{'team':'a'}"));
        target.mappingVersion++;
    }

    @Test
    void aRunThatGoesOnAfterAllShutsTheTargetAgain() throws Exception {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        assertThat(carrier.holdsAfterFullLook(term)).isTrue();
        assertThat(carrier.tellsOwnFromOthers(term)).isTrue();

        carrier.open(term);
        assertThat(carrier.tellsOwnFromOthers(term))
                .as("what has changed since is somebody else's")
                .isFalse();
        pass(carrier, term);
        assertThat(MappingLevels.areShut(target.mapping)).isTrue();
        assertThat(HeldMark.isHeld(target.mapping)).isTrue();
    }

    @Test
    void aSourceThatDoesNotAnswerIsAskedAgain() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        source.failure = Optional.of(new ElasticException.Malformed("nothing is said"));
        assertThat(holds(carrier, term)).isFalse();
        assertThat(carried().mappingVersion()).isZero();
        source.failure = Optional.empty();
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    /// As a node of the source tells it that is cut off: what it does not have yet was not taken away.
    @Test
    void nothingIsTakenAwayByAnOlderStateOfTheSource() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        source.change("{'runtime':{'r':{'type':'long'}},'properties':{'a':{'type':'text'}}}");
        holds(carrier, term);
        long carried = carried().mappingVersion();
        source.told = Optional.of(new VersionedDefinition(
                source.uuid, new VersionedDefinition.Versions(carried - 1, 1), MemoryMapping.json(TEXT), Map.of()));
        now = now.plusSeconds(11);
        assertThat(holds(carrier, term)).isFalse();
        assertThat(carrier.trouble()).contains("an older state");
        source.mappingVersion++;
        pass(carrier, term);
        assertThat(target.mapping.path("runtime").path("r").path("type").asString(""))
                .isEqualTo("long");
        assertThat(carried().mappingVersion()).isEqualTo(carried);

        source.told = Optional.empty();
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(carried + 1);
    }

    /// Between its versions and its mapping another node was asked.
    @Test
    void aMappingThatIsOlderThanTheVersionsIsNotCarriedForThem() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        source.told = Optional.of(new VersionedDefinition(
                source.uuid, new VersionedDefinition.Versions(1, 1), MemoryMapping.json(TEXT), Map.of()));
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(carrier.trouble()).contains("an older state");
    }

    /// It would be written down as the shape that the target has.
    @Test
    void aTargetThatTellsItsMappingFromBeforeTheChangeIsAskedAgain() {
        MappingCarrier carrier = carrier();
        ControllerEpoch term = term();
        holds(carrier, term);
        long carried = carried().mappingVersion();
        target.told = Optional.of(target.now());
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(carried);
        target.told = Optional.empty();
        pass(carrier, term);
        assertThat(carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(topic.said().of(TargetShape.KEY, TargetShape::decode)).contains(MappingShape.of(target.mapping));
    }

    @Test
    void aSourceOfAnotherUuidIsNotCarried() {
        source.uuid = "another";
        assertThat(holds(carrier(), term())).isFalse();
        assertThat(target.changes).isEmpty();
    }

    @Test
    void aRunThatSaysNothingOfMappingsCarriesNone() {
        topic.say(CarriedMapping.KEY, null);
        source.change("{'properties':{'b':{'type':'keyword'}}}");
        assertThat(holds(carrier(), term())).isTrue();
        assertThat(target.changes).isEmpty();
    }

    private MappingCarrier carrier() {
        return carrier(OnSourceMappingChange.APPLY);
    }

    private MappingCarrier carrier(OnSourceMappingChange onChange) {
        return new MappingCarrier("run", source, target, onChange, Set.of("index.max_terms_count"), refusals);
    }

    private void pass(MappingCarrier carrier, ControllerEpoch term) {
        now = now.plusSeconds(6);
        holds(carrier, term);
    }

    private static boolean holds(MappingCarrier carrier, ControllerEpoch term) {
        assertThat(term.request()).isEmpty();
        return carrier.holds(term);
    }

    private ControllerEpoch term() {
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }

    private CarriedMapping carried() {
        return topic.said().of(CarriedMapping.KEY, CarriedMapping::decode).orElseThrow();
    }

    private List<String> stopped() {
        return topic.said().blocked().stream()
                .filter(blocked -> blocked.part().equals(Blocked.MAPPING))
                .map(Blocked::reason)
                .toList();
    }

    private void resume() {
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.MAPPING), null);
    }
}
