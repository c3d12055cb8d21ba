package io.shardstream.control.run;

import static io.shardstream.control.run.MappingFixture.FIELDS;
import static io.shardstream.control.run.MappingFixture.TEXT;
import static io.shardstream.control.run.MappingFixture.holds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.index.target.VersionedDefinition;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.MemoryTopic;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the source's mapping and settings have, the target gets, and what is written down of it.
class MappingCarrierTest {
    private final MappingFixture fixture = new MappingFixture();
    private final MemoryTopic topic = fixture.topic;
    private final MemoryMapping source = fixture.source;
    private final MemoryMapping target = fixture.target;

    @Test
    void whatTheSourceHasWhenTheRunBeginsIsSaidToBeThereWhenTheTargetHasAcknowledgedIt() {
        source.mappingVersion = 3;
        assertThat(holds(fixture.carrier(), fixture.term())).isTrue();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(3);
        assertThat(target.changes).hasSize(1);
    }

    /// Whoever waits for a server that does not answer looks again and again.
    @Test
    void aLookThatIsUnderWayIsNotBegunOnceMore() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        target.onChange = () -> {
            fixture.now = fixture.now.plusSeconds(60);
            carrier.lookIfDue(term);
        };
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.changes).hasSize(1);
    }

    @Test
    void aNewFieldIsCarriedAndTheTargetTakesNoOthers() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();

        source.change("{'properties':{'a':{'type':'text'},'o':{'dynamic':'true','properties':{'d':{'type':'date'}}}}}");
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("properties").path("o"))
                .isEqualTo(MemoryMapping.json("{'properties':{'d':{'type':'date'}}}"));
        assertThat(MappingLevels.areShut(target.mapping)).isTrue();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(topic.said().of(TargetShape.KEY, TargetShape::decode)).contains(MappingShape.of(target.mapping));
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aSettingIsCarriedUnlessTheRunFileHasIt() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        source.changeSetting("index.max_result_window", "50");
        source.changeSetting("index.max_terms_count", "60");
        fixture.pass(carrier, term);
        assertThat(target.settings).containsOnly(Map.entry("index.max_result_window", MemoryMapping.text("50")));
        assertThat(fixture.carried().settingsVersion()).isEqualTo(source.settingsVersion);
    }

    /// With it the target would take no change of its mapping any more, and the run could not even be ended.
    @Test
    void aLimitThatIsLoweredInTheSourceIsNotLoweredInTheTarget() throws Exception {
        String fields = "{'properties':{'a':{'type':'text'}";
        for (int i = 0; i < 1500; i++) {
            fields += ",'f" + i + "':{'type':'long'}";
        }
        source.changeSetting(FIELDS, "2000");
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        source.change(fields + "}}");
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.settings).containsEntry(FIELDS, MemoryMapping.text("2000"));
        assertThat(target.mapping.path("properties")).hasSize(1501);

        source.resetSetting(FIELDS);
        fixture.pass(carrier, term);
        assertThat(target.settings).containsEntry(FIELDS, MemoryMapping.text("2000"));
        assertThat(fixture.carried().settingsVersion()).isEqualTo(source.settingsVersion);
        assertThat(carrier.trouble()).isEmpty();
        assertThat(holds(fixture.carrier(), fixture.term())).isTrue();
        carrier.open(term);
        assertThat(MappingLevels.areShut(target.mapping)).isFalse();
        assertThat(fixture.stopped()).isEmpty();
    }

    /// As by a late call of a controller that was deposed: the target would take no change of its mapping any
    /// more.
    @Test
    void aLimitOfTheMappingThatIsTooLowInTheTargetIsRaisedAgain() {
        source.changeSetting(FIELDS, "2000");
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        target.changeSetting(FIELDS, "1000");
        fixture.now = fixture.now.plusSeconds(11);
        holds(carrier, term);
        assertThat(target.settings).containsEntry(FIELDS, MemoryMapping.text("2000"));
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void whyItIsCarriedLaterIsSaid() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        target.isLocked = true;
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isLessThan(source.mappingVersion);
        assertThat(carrier.trouble()).contains("Limit of total fields [1000] has been exceeded");
    }

    /// The change has reached the target, and what was to be written was not.
    @Test
    void aControllerThatDiesBetweenTheChangeAndItsRecordIsFollowedByOneThatAsksAgain() {
        MappingCarrier first = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(first, term);
        long before = fixture.carried().mappingVersion();
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        target.onChange = () -> topic.away(true);
        fixture.now = fixture.now.plusSeconds(1);
        assertThatThrownBy(() -> holds(first, term)).hasMessageContaining("no broker answers");
        topic.away(false);
        target.onChange = () -> {};
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(before);

        MappingCarrier second = fixture.carrier();
        ControllerEpoch next = fixture.term();
        assertThat(second.tellsOwnFromOthers(next)).isFalse();
        int changes = target.changes.size();
        assertThat(holds(second, next)).isTrue();
        // Asked for once more, so that its acknowledgement is of this mapping.
        assertThat(target.changes).hasSize(changes + 1);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(second.tellsOwnFromOthers(next)).isTrue();
    }

    /// Stood by in between, and has the knowledge of the time before.
    @Test
    void whatTheControllerBetweenHasHalfCarriedIsNotSomebodyElsesForOneThatControlsAgain() {
        MappingCarrier first = fixture.carrier();
        assertThat(holds(first, fixture.term())).isTrue();
        MappingCarrier between = fixture.carrier();
        ControllerEpoch itsTerm = fixture.term();
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        target.onChange = () -> topic.away(true);
        fixture.now = fixture.now.plusSeconds(1);
        assertThatThrownBy(() -> holds(between, itsTerm)).hasMessageContaining("no broker answers");
        topic.away(false);
        target.onChange = () -> {};

        ControllerEpoch again = fixture.term();
        first.begin();
        assertThat(first.tellsOwnFromOthers(again)).isFalse();
        assertThat(holds(first, again)).isTrue();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(first.tellsOwnFromOthers(again)).isTrue();
    }

    @Test
    void aControllerThatWasDeposedSaysNothing() {
        MappingCarrier first = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(first, term);
        fixture.term();
        source.change("{'properties':{'b':{'type':'keyword'}}}");
        fixture.now = fixture.now.plusSeconds(1);
        int changes = target.changes.size();
        assertThatThrownBy(() -> first.holds(term)).isInstanceOf(DeposedException.class);
        assertThat(target.changes).hasSize(changes);
    }

    @Test
    void aControllerThatIsDeposedBetweenTwoCallsSendsNoMore() {
        MappingCarrier first = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(first, term);
        source.change(
                "{'properties':{'a':{'type':'text'},'b':{'type':'keyword'},'c':{'type':'odd'},'d':{'type':'long'}}}");
        target.refuses("odd");
        target.onChange = () -> {
            ControllerEpoch _ = fixture.term();
        };
        fixture.now = fixture.now.plusSeconds(1);
        int changes = target.changes.size();
        assertThatThrownBy(() -> first.holds(term)).isInstanceOf(DeposedException.class);
        assertThat(target.changes).hasSize(changes + 1);
    }

    @Test
    void whatNotEveryNodeHasAcknowledgedIsNotSaidToBeThere() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        long before = fixture.carried().mappingVersion();
        source.change("{'properties':{'b':{'type':'keyword'}}}");
        target.isSlow = true;
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(before);
        assertThat(carrier.tellsOwnFromOthers(term)).isFalse();

        target.isSlow = false;
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    @Test
    void eachDeliveryIsAChangeWhateverTheTargetHas() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        source.mappingVersion++;
        fixture.pass(carrier, term);
        assertThat(target.changes).hasSize(2);
        assertThat(target.changes.getFirst().path("_meta"))
                .isNotEqualTo(target.changes.getLast().path("_meta"));
    }

    @Test
    void whatServersGiveBackInOtherWordsIsNotAskedForEveryTime() {
        source.mapping = MemoryMapping.json("{'properties':{'a':{'type':'text','boost':1}}}");
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        target.keeps("boost", false);
        assertThat(holds(carrier, term)).isTrue();
        int changes = target.changes.size();
        for (int i = 0; i < 5; i++) {
            fixture.now = fixture.now.plusSeconds(11);
            assertThat(holds(carrier, term)).isTrue();
        }
        assertThat(target.changes).hasSize(changes);
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aSourceThatDoesNotAnswerIsAskedAgain() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        source.failure = Optional.of(new ElasticException.Malformed("nothing is said"));
        assertThat(holds(carrier, term)).isFalse();
        assertThat(fixture.carried().mappingVersion()).isZero();
        source.failure = Optional.empty();
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }

    /// As a node of the source tells it that is cut off: what it does not have yet was not taken away.
    @Test
    void nothingIsTakenAwayByAnOlderStateOfTheSource() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        source.change("{'runtime':{'r':{'type':'long'}},'properties':{'a':{'type':'text'}}}");
        holds(carrier, term);
        long carried = fixture.carried().mappingVersion();
        source.told = Optional.of(new VersionedDefinition(
                source.uuid, new VersionedDefinition.Versions(carried - 1, 1), MemoryMapping.json(TEXT), Map.of()));
        fixture.now = fixture.now.plusSeconds(11);
        assertThat(holds(carrier, term)).isFalse();
        assertThat(carrier.trouble()).contains("an older state");
        source.mappingVersion++;
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("runtime").path("r").path("type").asString(""))
                .isEqualTo("long");
        assertThat(fixture.carried().mappingVersion()).isEqualTo(carried);

        source.told = Optional.empty();
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(carried + 1);
    }

    /// Between its versions and its mapping another node was asked.
    @Test
    void aMappingThatIsOlderThanTheVersionsIsNotCarriedForThem() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        source.told = Optional.of(new VersionedDefinition(
                source.uuid, new VersionedDefinition.Versions(1, 1), MemoryMapping.json(TEXT), Map.of()));
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(carrier.trouble()).contains("an older state");
    }

    /// It would be written down as the shape that the target has.
    @Test
    void aTargetThatTellsItsMappingFromBeforeTheChangeIsAskedAgain() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        long carried = fixture.carried().mappingVersion();
        target.told = Optional.of(target.now());
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(carried);
        target.told = Optional.empty();
        fixture.pass(carrier, term);
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
        assertThat(topic.said().of(TargetShape.KEY, TargetShape::decode)).contains(MappingShape.of(target.mapping));
    }

    @Test
    void aSourceOfAnotherUuidIsNotCarried() {
        source.uuid = "another";
        assertThat(holds(fixture.carrier(), fixture.term())).isFalse();
        assertThat(target.changes).isEmpty();
    }

    @Test
    void aRunThatSaysNothingOfMappingsCarriesNone() {
        topic.say(CarriedMapping.KEY, null);
        source.change("{'properties':{'b':{'type':'keyword'}}}");
        assertThat(holds(fixture.carrier(), fixture.term())).isTrue();
        assertThat(target.changes).isEmpty();
    }
}
