package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.MemoryTopic;
import io.shardstream.control.state.controller.RunStage;
import io.shardstream.control.state.lanes.LaneStarts;
import io.shardstream.control.state.lanes.Trimming;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A run in memory, and a controller that works for it in steps.
final class RunWorkFixture {
    static final RunState HALF = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));
    static final RunState WHOLE = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 5L));

    static final SourceTerms NOW_TERMS = new SourceTerms(List.of(3L, 3L));

    final MemoryRun run = new MemoryRun(2, 2);
    final MemoryTopic topic = new MemoryTopic();
    Instant now = Instant.EPOCH;
    RunState state = HALF;

    @Nullable
    RuntimeException kafkaFailure;

    OptionalInt most = OptionalInt.empty();
    TargetState target = new TargetState(Optional.empty(), new TargetShape(Map.of()), TargetHistories.NONE);
    Supplier<TargetState> looked = () -> target;
    int endings;
    boolean saidAtTheEnd;
    long overtaken;
    Set<Integer> whole = Set.of();
    boolean targetIsAway;
    boolean canEnd = true;
    boolean limitsLetItBegin = true;
    Trim trim = Trim.WRITTEN;
    TargetReplicas replicas = TargetReplicas.AS_SOURCE;
    int has;
    final List<List<Long>> trimmed = new ArrayList<>();

    int aliasLooks;
    final MemoryMapping source = new MemoryMapping(RunStates.PLAN.sourceUuid(), "{}");
    final MemoryMapping kept = new MemoryMapping(RunStates.PLAN.targetUuid(), "{}");
    final MappingCarrier mapping =
            new MappingCarrier("run", source, kept, OnSourceMappingChange.APPLY, Set.of(), new AccessRefusals(() -> 0));

    ControllerEpoch following() throws Exception {
        ControllerEpoch term = term();
        state = WHOLE;
        term.enter(((RunStage.Backfill) term.stage()).caughtUp());
        return term;
    }

    static byte[] verified(String docsTopicId, Instant at) {
        return new Verified(
                        docsTopicId,
                        at,
                        false,
                        List.of(9L, 4L),
                        List.of(3L, 3L),
                        1,
                        1,
                        1,
                        0,
                        0,
                        0,
                        Optional.of(Verified.Rest.NONE))
                .encode();
    }

    RunWork work(boolean follow) {
        return new RunWork(
                follow,
                this::state,
                ending(),
                new RejectLimit("run", most, 1_000_000),
                mapping,
                new TargetWatch(
                        "run",
                        () -> Optional.of(looked.get()),
                        (seen, _) -> seen,
                        OnMappingChange.STOP,
                        mapping::tellsOwnFromOthers),
                _ -> aliasLooks++,
                new AdoptedTarget(this::verification, () -> NOW_TERMS, () -> true, () -> now),
                new ReplicasAtEnd(
                        replicas,
                        "v2",
                        () -> Map.of(TargetReplicas.SETTING, "1"),
                        () -> Map.of(TargetReplicas.SETTING, Integer.toString(has)),
                        given -> has = given,
                        () -> now),
                new Sweeping(
                        waits -> new Sweep(run.compared(), () -> now, waits, 1000),
                        run.sleeper(),
                        Duration.ofSeconds(10),
                        () -> limitsLetItBegin,
                        new SweepFailures(() -> now),
                        () -> now),
                new Trimming(() -> trim, starts(), () -> now),
                new ControllerWork() {
                    @Override
                    public void goOn(ControllerEpoch term) {}

                    @Override
                    public void carryOut(Request request, ControllerEpoch term) {}
                });
    }

    RunState state() {
        if (kafkaFailure != null) {
            throw kafkaFailure;
        }
        return state;
    }

    private RunWork.Ending ending() {
        return new RunWork.Ending() {
            @Override
            public void begin() {}

            @Override
            public long overtaken() {
                return overtaken;
            }

            @Override
            public boolean isReady(RunState complete) {
                assertThat(complete.ends()).isEqualTo(WHOLE.ends());
                endings++;
                return !targetIsAway;
            }

            @Override
            public boolean end() {
                return canEnd;
            }

            @Override
            public void ended() {
                saidAtTheEnd = topic.said().completed();
            }
        };
    }

    private LaneStarts starts() {
        return new LaneStarts() {
            @Override
            public List<Long> written(Wanted wanted) {
                return IntStream.range(0, state.committed().size())
                        .mapToObj(lane -> wanted.is(lane, state.committed().get(lane))
                                ? state.committed().get(lane)
                                : 0L)
                        .toList();
            }

            @Override
            public void shortenSegments() {}

            @Override
            public void lengthenSegments() {}

            @Override
            public void deleteBelow(List<Long> offsets) {
                trimmed.add(offsets);
            }
        };
    }

    private Verification verification() {
        return new Verification(run.compared(), whole, run, run.sleeper(), 1000, new Random(1));
    }

    ControllerEpoch term() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }

    void look(RunWork work, ControllerEpoch term) throws Exception {
        now = now.plusSeconds(1);
        assertThat(term.request()).isEmpty();
        work.goOn(term);
    }
}
