package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NotedThrottleTest {
    private static final Throttle SLOW = ThrottleText.changed(Throttle.NONE, Map.of("total", "5mb"));

    private final MemoryTopic topic = new MemoryTopic();
    private int worked;

    private final ControllerWork work = new ControllerWork() {
        @Override
        public void goOn(ControllerEpoch term) {
            worked++;
        }

        @Override
        public void carryOut(Request request, ControllerEpoch term) {
            worked++;
        }
    };

    @Test
    void whatTheRunFileSaysIsNotedOnceByEachControllerThatHasAnother() throws Exception {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "1@here", () -> Instant.EPOCH);
        for (Throttle byFile : new Throttle[] {Throttle.NONE, SLOW}) {
            topic.writes.clear();
            ControllerWork noted = new NotedThrottle(work, byFile);
            noted.goOn(term);
            noted.goOn(term);
            assertThat(LimitsInForce.byFile(topic.said())).hasValue(byFile);
            assertThat(topic.writes).containsExactly(Set.of(RunFileThrottle.KEY));
        }
        assertThat(worked).isEqualTo(4);
    }
}
