package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFileKeys;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Processes that control one run by different run files.
class AskedWorkTest {
    private static final ControlSettings NEVER_TRIMS = settings(Optional.of(Trim.NEVER), false);
    private static final ControlSettings AS_PLAN_WROTE_IT = settings(Optional.empty(), true);

    private final MemoryTopic topic = new MemoryTopic();
    private final List<String> done = new ArrayList<>();
    private final ControllerWork switching = noting("switching");

    private ControllerWork noting(String name) {
        return new ControllerWork() {
            @Override
            public void begin() {
                done.add("begin " + name);
            }

            @Override
            public void goOn(ControllerEpoch term) {
                done.add(name);
            }

            @Override
            public void carryOut(Request request, ControllerEpoch term) {
                done.add(request.id() + " by " + name);
            }
        };
    }

    @BeforeEach
    void follows() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 0, "").encode());
    }

    @Test
    void aCommandThatControlsTheRunForAMomentOnlyCarriesOutWhatWasAskedFor() throws Exception {
        ControllerWork asked =
                RunController.workOf(AS_PLAN_WROTE_IT, Optional.empty(), () -> done.add("begin mapping"), switching);
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "7@there", () -> Instant.EPOCH);
        topic.writes.clear();
        asked.begin();
        asked.goOn(term);
        asked.carryOut(new Request("c-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH), term);
        assertThat(done).containsExactly("begin mapping", "begin switching", "switching", "c-1 by switching");
        assertThat(topic.writes).isEmpty();
    }

    /// Each look may ask the servers.
    @Test
    void aCommandLooksOnceASecondWhatWasLeft() throws Exception {
        ControllerWork asked = RunController.workOf(AS_PLAN_WROTE_IT, Optional.empty(), () -> {}, switching);
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "7@there", now::get);
        asked.begin();
        asked.goOn(term);
        now.set(Instant.EPOCH.plusMillis(999));
        asked.goOn(term);
        assertThat(done).containsExactly("begin switching", "switching");
        now.set(Instant.EPOCH.plusSeconds(1));
        asked.goOn(term);
        asked.begin();
        asked.goOn(term);
        assertThat(done).containsExactly("begin switching", "switching", "switching", "begin switching", "switching");
    }

    @Test
    void aProcessOfTheRunNotesByWhichKeysItGoesAndDoesTheDailyWork() throws Exception {
        ControllerWork daily = RunController.workOf(NEVER_TRIMS, Optional.of(noting("daily")), () -> {}, switching);
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "7@there", () -> Instant.EPOCH);
        daily.goOn(term);
        topic.writes.clear();
        daily.goOn(term);
        assertThat(topic.writes).isEmpty();
        assertThat(done).containsExactly("daily", "daily");
        assertThat(noted(topic.said()))
                .containsEntry("docs.trim", "never")
                .containsEntry("source.refresh", "false")
                .doesNotContainKey("rejects.max");
    }

    @Test
    void whatAnotherControllersRunFileSaysOtherwiseIsNamed() {
        assertThat(AS_PLAN_WROTE_IT.keys().changedSince(NEVER_TRIMS.keys()))
                .isEqualTo("docs.trim (not said, before: never), source.refresh (true, before: false)");
        assertThat(NEVER_TRIMS.keys().changedSince(NEVER_TRIMS.keys())).isEmpty();
    }

    @Test
    void aCommandDoesNotRefreshASourceThatTheRunMayNotRefresh() {
        assertThat(AS_PLAN_WROTE_IT.asNoted(topic.said()).mayRefreshSource()).isTrue();
        topic.say(RunFileKeys.KEY, NEVER_TRIMS.keys().encode());
        assertThat(AS_PLAN_WROTE_IT.asNoted(topic.said()).mayRefreshSource()).isFalse();
        topic.say(RunFileKeys.KEY, AS_PLAN_WROTE_IT.keys().encode());
        assertThat(AS_PLAN_WROTE_IT.asNoted(topic.said()).mayRefreshSource()).isTrue();
        assertThat(NEVER_TRIMS.asNoted(topic.said()).mayRefreshSource()).isFalse();
    }

    private static Map<String, String> noted(ControlRecords said) {
        return said.of(RunFileKeys.KEY, RunFileKeys::decode).orElseThrow().values();
    }

    private static ControlSettings settings(Optional<Trim> trim, boolean mayRefresh) {
        return new ControlSettings(
                true,
                Duration.ofMinutes(1),
                Duration.ofSeconds(15),
                new Settings(Duration.ofSeconds(30), 1000, List.of(), ReplaceIndex.NO, Optional.empty()),
                OnMappingChange.STOP,
                OnSourceMappingChange.STOP,
                Set.of(),
                OptionalInt.empty(),
                mayRefresh,
                Throttle.NONE,
                Optional.empty(),
                trim,
                OptionalLong.empty(),
                (short) -1);
    }
}
