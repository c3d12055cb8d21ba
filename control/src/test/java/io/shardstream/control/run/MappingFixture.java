package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A run whose target follows its source's mapping, in memory.
final class MappingFixture {
    static final String FIELDS = "index.mapping.total_fields.limit";
    static final String TEXT = "{'properties':{'a':{'type':'text'}}}";

    final MemoryTopic topic = new MemoryTopic();
    final MemoryMapping source = new MemoryMapping(RunStates.PLAN.sourceUuid(), TEXT);
    final MemoryMapping target = new MemoryMapping(RunStates.PLAN.targetUuid(), "{}");
    private final AccessRefusals refusals = new AccessRefusals(() -> 0);
    Instant now = Instant.EPOCH;

    MappingFixture() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 0, "").encode());
        target.mapping = HeldMark.carried(MappingLevels.shut(source.mapping), source.mapping, true, "0");
        begun(true);
    }

    void begun(boolean isWhole) {
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

    MappingCarrier carrier() {
        return carrier(OnSourceMappingChange.APPLY);
    }

    MappingCarrier carrier(OnSourceMappingChange onChange) {
        return new MappingCarrier("run", source, target, onChange, Set.of("index.max_terms_count"), refusals);
    }

    void pass(MappingCarrier carrier, ControllerEpoch term) {
        now = now.plusSeconds(6);
        holds(carrier, term);
    }

    static boolean holds(MappingCarrier carrier, ControllerEpoch term) {
        assertThat(term.request()).isEmpty();
        return carrier.holds(term);
    }

    ControllerEpoch term() {
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }

    CarriedMapping carried() {
        return topic.said().of(CarriedMapping.KEY, CarriedMapping::decode).orElseThrow();
    }

    List<String> stopped() {
        return topic.said().blocked().stream()
                .filter(blocked -> blocked.part().equals(Blocked.MAPPING))
                .map(Blocked::reason)
                .toList();
    }

    void resume() {
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.MAPPING), null);
    }
}
