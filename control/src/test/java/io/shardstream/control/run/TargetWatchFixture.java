package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run whose target is watched, in memory.
final class TargetWatchFixture {
    static final TargetShape FIRST = new TargetShape(Map.of("dynamic", "1", "properties", "1"));
    static final TargetShape SECOND = new TargetShape(Map.of("dynamic", "2", "properties", "1"));

    static final Verified VERIFIED = new Verified(
            "topic", Instant.EPOCH, true, List.of(), List.of(), 0, 0, 0, 0, 0, 0, Optional.of(Verified.Rest.NONE));

    final MemoryTopic topic = new MemoryTopic();
    final TargetWatch watch = another();
    Instant now = Instant.EPOCH;
    Optional<TargetState> target = Optional.of(shaped(FIRST));
    /// As the copies say that the cluster holds for its primaries; empty if they say what was seen.
    Optional<TargetState> primaries = Optional.empty();

    @Nullable
    NotPrimaryException primaryFailure;

    boolean isAway;
    int looks;

    TargetWatchFixture() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 0, "").encode());
        topic.say(TargetShape.KEY, FIRST.encode());
    }

    Optional<TargetState> look() throws ElasticException {
        looks++;
        if (isAway) {
            throw new RunRefusedException("It is closed.");
        }
        return target;
    }

    static TargetState shaped(TargetShape shape) {
        return new TargetState(Optional.empty(), shape, TargetHistories.NONE);
    }

    private TargetState confirmed(TargetState seen) throws NotPrimaryException {
        if (primaryFailure != null) {
            throw primaryFailure;
        }
        return primaries.orElse(seen);
    }

    /// Another process.
    TargetWatch another() {
        return new TargetWatch("run", this::look, (seen, _) -> confirmed(seen), OnMappingChange.STOP, _ -> true);
    }

    static boolean holds(TargetWatch watch, ControllerEpoch term) {
        assertThat(term.request()).isEmpty();
        return watch.holds(term);
    }

    ControllerEpoch term() {
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }

    List<String> stopped() {
        return topic.said().blocked().stream()
                .filter(blocked -> blocked.part().equals(Blocked.TARGET))
                .map(Blocked::reason)
                .toList();
    }

    void resume() {
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.TARGET), null);
    }
}
