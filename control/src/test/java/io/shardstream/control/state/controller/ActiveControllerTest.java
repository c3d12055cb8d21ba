package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ActiveControllerTest {
    private final MemoryTopic topic = new MemoryTopic();
    private final List<String> seen = new ArrayList<>();
    private int passes;

    /// The work of a process is made once, and it may control the run again after others.
    @Test
    void workIsToldEachTimeThatItsProcessHasTakenOverBeforeItDoesAnything() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        ActiveController controlling =
                new ActiveController("run", "me", work(), Beside.NOTHING, () -> Instant.EPOCH, _ -> {
                    if (++passes % 2 == 0) {
                        throw new InterruptedException();
                    }
                });
        assertThatThrownBy(() -> controlling.run(topic.journal())).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> controlling.run(topic.journal())).isInstanceOf(InterruptedException.class);
        assertThat(seen).containsExactly("begin", "on in 1", "on in 1", "begin", "on in 2", "on in 2");
    }

    /// As where the reader of its process finds that the source was put back to an older state.
    @Test
    void whatIsTakenBackIsToldWhyItsProcessEnds() throws Exception {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        for (boolean isToldWhy : new boolean[] {false, true}) {
            AtomicReference<ActiveController> controlling = new AtomicReference<>();
            ControllerWork leaving = new ControllerWork() {
                @Override
                public void goOn(ControllerEpoch term) {
                    seen.add(term.leaving().orElse("stays"));
                    if (isToldWhy) {
                        controlling.get().leavesFor("Shard 0 has lost operations.");
                    }
                    controlling.get().leave();
                    seen.add(term.leaving().orElse("stays"));
                }

                @Override
                public void carryOut(Request request, ControllerEpoch term) {}
            };
            controlling.set(new ActiveController("run", "me", leaving, Beside.NOTHING, () -> Instant.EPOCH, _ -> {}));
            controlling.get().run(topic.journal());
        }
        assertThat(seen)
                .containsExactly(
                        "stays",
                        "the process that controlled the run was told to stop",
                        "stays",
                        "the process that controlled the run could not go on: Shard 0 has lost operations.");
    }

    /// One that was left has blocked an index of production's, and whichever is asked for next lifts that.
    @Test
    void whateverMayEndARollbackIsGivenTheTimeToDoSo() {
        assertThat(isCuttingOver(Phase.COMPLETED, Request.Kind.ROLLBACK)).isTrue();
        assertThat(isCuttingOver(Phase.COMPLETED, Request.Kind.ABORT)).isTrue();
        assertThat(isCuttingOver(Phase.COMPLETED, Request.Kind.RELEASE)).isTrue();
        assertThat(isCuttingOver(Phase.COMPLETED, Request.Kind.CUTOVER)).isTrue();
        assertThat(isCuttingOver(Phase.CATCHING_UP, Request.Kind.CUTOVER)).isTrue();
        assertThat(isCuttingOver(Phase.CATCHING_UP, Request.Kind.RELEASE)).isFalse();
    }

    private static boolean isCuttingOver(Phase phase, Request.Kind asked) {
        MemoryTopic said = new MemoryTopic();
        said.say(RunPlan.KEY, RunStates.PLAN.encode());
        said.say(RunPhase.KEY, new RunPhase(phase, 0, "").encode());
        said.say(Request.KEY, new Request("r", asked, Map.of(), Instant.EPOCH).encode());
        AtomicReference<ActiveController> controlling = new AtomicReference<>();
        AtomicBoolean is = new AtomicBoolean();
        ControllerWork looking = new ControllerWork() {
            @Override
            public void goOn(ControllerEpoch term) {}

            @Override
            public void carryOut(Request request, ControllerEpoch term) throws Exception {
                is.set(controlling.get().isCuttingOver());
                throw new InterruptedException();
            }
        };
        controlling.set(new ActiveController("run", "me", looking, Beside.NOTHING, () -> Instant.EPOCH, _ -> {}));
        assertThatThrownBy(() -> controlling.get().run(said.journal())).isInstanceOf(InterruptedException.class);
        return is.get();
    }

    private ControllerWork work() {
        return new ControllerWork() {
            @Override
            public void begin() {
                seen.add("begin");
            }

            @Override
            public void goOn(ControllerEpoch term) {
                seen.add("on in " + term.epoch());
            }

            @Override
            public void carryOut(Request request, ControllerEpoch term) {}
        };
    }
}
