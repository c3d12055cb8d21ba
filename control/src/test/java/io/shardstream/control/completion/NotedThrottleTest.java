package io.shardstream.control.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.RunFileThrottle;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.Throttle;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.controller.MemoryTopic;
import io.shardstream.control.controller.Term;
import io.shardstream.control.controller.Work;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NotedThrottleTest {
    private static final Throttle SLOW = ThrottleText.changed(Throttle.NONE, Map.of("total", "5mb"));

    private final MemoryTopic topic = new MemoryTopic();
    private int worked;

    private final Work work = new Work() {
        @Override
        public void goOn(Term term) {
            worked++;
        }

        @Override
        public void carryOut(Request request, Term term) {
            worked++;
        }
    };

    @Test
    void whatTheRunFileSaysIsNotedOnceByEachControllerThatHasAnother() throws Exception {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        Term term = Term.begin(topic.journal(), "1@here", () -> Instant.EPOCH);
        for (Throttle byFile : new Throttle[] {Throttle.NONE, SLOW}) {
            topic.writes.clear();
            Work noted = new NotedThrottle(work, byFile);
            noted.goOn(term);
            noted.goOn(term);
            assertThat(LimitsInForce.byFile(topic.said())).hasValue(byFile);
            assertThat(topic.writes).containsExactly(Set.of(RunFileThrottle.KEY));
        }
        assertThat(worked).isEqualTo(4);
    }
}
