package io.shardstream.control.run;

import static io.shardstream.control.run.MappingFixture.holds;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.state.controller.ControllerEpoch;
import org.junit.jupiter.api.Test;

/// When the target takes fields of its own accord again, and when not.
class ShutMappingTest {
    private final MappingFixture fixture = new MappingFixture();
    private final MemoryMapping source = fixture.source;
    private final MemoryMapping target = fixture.target;

    @Test
    void whenTheRunEndsTheTargetTakesFieldsAsTheSourceDoes() throws Exception {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        source.change("{'dynamic':'strict','properties':{'a':{'type':'text'},'o':{'dynamic':'true','properties':{}}}}");
        fixture.pass(carrier, term);
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
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        source.change("{'dynamic':'strict','properties':{'a':{'type':'text'},'o':{'dynamic':'true','properties':{}}}}");
        holds(carrier, term);
        replaceMeta();
        carrier.open(term);
        assertThat(MappingLevels.of(target.mapping)).isEqualTo(MappingLevels.of(source.mapping));
        assertThat(target.mapping.path("_meta").path("team").asString("")).isEqualTo("a");

        fixture.pass(carrier, term);
        assertThat(MappingLevels.areShut(target.mapping)).isTrue();
        replaceMeta();
        assertThat(carrier.holdsAfterFullLook(term)).isTrue();
        assertThat(HeldMark.isHeld(target.mapping)).as("the mark is put again").isTrue();
    }

    @Test
    void aTargetWhoseSourceTakesNoFieldsEitherIsNotOpenedTwice() throws Exception {
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
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
        MappingCarrier carrier = fixture.carrier();
        ControllerEpoch term = fixture.term();
        holds(carrier, term);
        assertThat(carrier.holdsAfterFullLook(term)).isTrue();
        assertThat(carrier.tellsOwnFromOthers(term)).isTrue();

        carrier.open(term);
        assertThat(carrier.tellsOwnFromOthers(term))
                .as("what has changed since is somebody else's")
                .isFalse();
        fixture.pass(carrier, term);
        assertThat(MappingLevels.areShut(target.mapping)).isTrue();
        assertThat(HeldMark.isHeld(target.mapping)).isTrue();
    }
}
