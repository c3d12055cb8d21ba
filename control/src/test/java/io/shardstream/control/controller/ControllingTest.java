package io.shardstream.control.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.record.Phase;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControllingTest {
    private final MemoryTopic topic = new MemoryTopic();
    private final List<String> seen = new ArrayList<>();
    private int passes;

    /// The work of a process is made once, and it may control the run again after others.
    @Test
    void workIsToldEachTimeThatItsProcessHasTakenOverBeforeItDoesAnything() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        Controlling controlling = new Controlling("run", "me", work(), Beside.NOTHING, () -> Instant.EPOCH, _ -> {
            if (++passes % 2 == 0) {
                throw new InterruptedException();
            }
        });
        assertThatThrownBy(() -> controlling.run(topic.journal())).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> controlling.run(topic.journal())).isInstanceOf(InterruptedException.class);
        assertThat(seen).containsExactly("begin", "on in 1", "on in 1", "begin", "on in 2", "on in 2");
    }

    private Work work() {
        return new Work() {
            @Override
            public void begin() {
                seen.add("begin");
            }

            @Override
            public void goOn(Term term) {
                seen.add("on in " + term.epoch());
            }

            @Override
            public void carryOut(Request request, Term term) {}
        };
    }
}
