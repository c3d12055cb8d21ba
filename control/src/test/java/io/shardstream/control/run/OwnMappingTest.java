package io.shardstream.control.run;

import static io.shardstream.control.run.MappingFixture.holds;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What somebody else has changed in the target stays as it is.
class OwnMappingTest {
    private final MappingFixture fixture = new MappingFixture();
    private final MemoryTopic topic = fixture.topic;
    private final MemoryMapping source = fixture.source;
    private final MemoryMapping target = fixture.target;

    /// A run file of another process does not make it the source's.
    @Test
    void aSettingThatWasTheTargetsOwnWhenTheRunBeganStaysSoWhoeverControlsTheRun() {
        topic.say(
                CarriedMapping.KEY,
                fixture.carried()
                        .leaving(CarriedMapping.withOwnSettings(Set.of("index.max_result_window")))
                        .encode());
        target.changeSetting("index.max_result_window", "70");
        source.changeSetting("index.max_result_window", "50");
        source.changeSetting("index.max_terms_count", "60");
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        source.changeSetting("index.max_result_window", "51");
        fixture.pass(carrier, term);
        fixture.pass(fixture.carrier(), fixture.term());
        assertThat(target.settings)
                .containsOnly(
                        Map.entry("index.max_result_window", MemoryMapping.text("70")),
                        Map.entry("index.max_terms_count", MemoryMapping.text("60")));
        assertThat(fixture.carried().settingsVersion()).isEqualTo(source.settingsVersion);
    }

    @Test
    void aSettingThatSomebodyChangesInTheTargetStaysUntilTheSourcesIsChanged() {
        MappingCarrier carrier = fixture.carrier(OnSourceMappingChange.STOP);
        ControllerEpoch term = fixture.term();
        source.changeSetting("index.max_result_window", "50");
        holds(carrier, term);
        target.changeSetting("index.max_result_window", "70");
        fixture.now = fixture.now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(fixture.stopped()).isEmpty();
        assertThat(fixture.carried().left()).containsKey("index.max_result_window");
        // Also where another field is carried, and by another controller.
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        MappingCarrier second = fixture.carrier();
        ControllerEpoch next = fixture.term();
        fixture.pass(second, next);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(target.settings).containsEntry("index.max_result_window", MemoryMapping.text("70"));

        source.changeSetting("index.max_result_window", "60");
        fixture.pass(second, next);
        assertThat(target.settings).containsEntry("index.max_result_window", MemoryMapping.text("60"));
        assertThat(fixture.carried().left()).doesNotContainKey("index.max_result_window");
    }

    @Test
    void whatSomebodyElseHasChangedIsLeftToWhoWatchesTheTarget() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        int changes = target.changes.size();
        target.mapping.put("date_detection", false);
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(target.changes).hasSize(changes);
    }

    @Test
    void soIsWhatSomebodyElseHasChangedBeforeAnythingWasCarried() {
        target.mapping.withObject("/_meta/shardstream").remove("carried");
        fixture.begun(true);
        target.mapping.put("date_detection", false);
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isFalse();
        assertThat(target.changes).isEmpty();
        assertThat(carrier.tellsOwnFromOthers(term)).isTrue();

        topic.say(TargetShape.KEY, MappingShape.of(target.mapping).encode());
        fixture.pass(carrier, term);
        assertThat(target.changes).hasSize(1);
        assertThat(carrier.tellsOwnFromOthers(term)).isTrue();
    }

    @Test
    void soIsWhatSomebodyElseHasChangedWhileNobodyControlledTheRunAndTheSourceHasChangedToo() {
        holds(fixture.carrier(), fixture.term());
        int changes = target.changes.size();
        target.mapping.put("date_detection", false);
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        MappingCarrier second = fixture.carrier();
        ControllerEpoch next = fixture.term();
        fixture.pass(second, next);
        assertThat(target.changes).hasSize(changes);
        assertThat(second.tellsOwnFromOthers(next)).isTrue();

        topic.say(TargetShape.KEY, MappingShape.of(target.mapping).encode());
        fixture.pass(second, next);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
    }

    /// As running.md says where documents are rejected. Who watches the target has said it, and written its
    /// shape down.
    @Test
    void aParameterThatSomebodyChangesInTheTargetStaysUntilTheSourcesIsChanged() {
        MappingCarrier carrier = fixture.carrier(OnSourceMappingChange.STOP);
        ControllerEpoch term = fixture.term();
        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long'}}}");
        fixture.resume();
        holds(carrier, term);
        int changes = target.changes.size();
        mended("n", "{'type':'long','ignore_malformed':true}");
        fixture.now = fixture.now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        fixture.now = fixture.now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.changes).hasSize(changes);
        assertThat(fixture.stopped()).isEmpty();

        // Also where another field is carried, and by another controller.
        MappingCarrier second = fixture.carrier();
        ControllerEpoch next = fixture.term();
        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long'},'b':{'type':'keyword'}}}");
        fixture.pass(second, next);
        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long'},'b':{'type':'keyword'},"
                + "'c':{'type':'date'}}}");
        fixture.pass(second, next);
        assertThat(target.mapping.path("properties").has("c")).isTrue();
        assertThat(field("n").path("ignore_malformed").asBoolean()).isTrue();

        source.change("{'properties':{'a':{'type':'text'},'n':{'type':'long','coerce':false},'b':{'type':'keyword'}}}");
        fixture.pass(second, next);
        assertThat(field("n")).isEqualTo(MemoryMapping.json("{'type':'long','coerce':false}"));
    }

    /// The source gets a field in each pass, and the target was changed in between.
    @Test
    void soDoesOneWhereTheSourceHasChangedToo() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        mended("a", "{'type':'text','norms':false}");
        source.change("{'properties':{'a':{'type':'text'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("properties").has("b")).isTrue();
        assertThat(field("a").path("norms").asBoolean(true)).isFalse();
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aRuntimeFieldThatSomebodyAddsToTheTargetStays() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        target.mapping.set("runtime", MemoryMapping.json("{'r':{'type':'long'}}"));
        fixture.now = fixture.now.plusSeconds(11);
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.mapping.path("runtime").path("r").isNull()).isFalse();
        assertThat(fixture.carried().left()).containsOnlyKeys("runtime.r");
    }

    /// As by a late call of a controller that was deposed.
    @Test
    void aParameterThatCameWithAnotherWordThanTheRecordedOneIsSetBack() {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        mended("a", "{'type':'text','norms':false}");
        target.mapping.withObject("/_meta/shardstream").put("carried", "0.0@1");
        fixture.now = fixture.now.plusSeconds(11);
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
        fixture.begun(false);
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        assertThat(holds(carrier, term)).isTrue();
        assertThat(target.mapping.path("properties").has("a")).isFalse();

        source.change("{'properties':{'a':{'type':'text'},'x':{'type':'date'},'b':{'type':'keyword'}}}");
        fixture.pass(carrier, term);
        assertThat(target.mapping.path("properties"))
                .isEqualTo(MemoryMapping.json("{'x':{'type':'long'},'b':{'type':'keyword'}}"));
        assertThat(target.mapping.has("dynamic")).isFalse();
        assertThat(fixture.stopped()).isEmpty();
        assertThat(fixture.carried().mappingVersion()).isEqualTo(source.mappingVersion);
    }
}
