package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReliefTenureTest {
    private final MemoryTopic topic = new MemoryTopic();
    private final ReliefTenure tenure = new ReliefTenure("reader");

    @Test
    void aCutOverThatWasBegunIsBroughtToItsEnd() {
        in(Phase.CUTTING_OVER);

        assertThat(IntStream.range(0, 2 * ReliefTenure.SETTLING)).allMatch(_ -> goesOn());
    }

    /// Another controller may have come, called it and died, while this one stood by.
    @Test
    void aCallOfOnSwapThatMayHaveSucceededIsLeftToAnotherController() {
        in(Phase.CUTTING_OVER);
        Step call = new Step("r", 1, 7, "call cutover.on-swap", false, "", Instant.EPOCH);
        topic.say(call.key(), call.encode());

        assertThat(goesOn()).isFalse();
    }

    @Test
    void aRunThatFollowsAgainIsGoneOnWithForAWhile() {
        in(Phase.CATCHING_UP);

        assertThat(IntStream.range(0, ReliefTenure.SETTLING)).allMatch(_ -> goesOn());
        assertThat(goesOn()).isFalse();
    }

    @Test
    void whatIsAskedForMeanwhileIsForAControllerThatStays() {
        in(Phase.CATCHING_UP);
        ask(Request.Kind.CUTOVER);

        assertThat(goesOn()).isFalse();
    }

    @Test
    void aRollbackIsBroughtToItsEndAndNothingElseIsBegun() {
        in(Phase.COMPLETED);
        ask(Request.Kind.RELEASE);
        assertThat(goesOn()).isFalse();

        ask(Request.Kind.ROLLBACK);
        assertThat(goesOn()).isTrue();
    }

    private boolean goesOn() {
        return tenure.goesOn(topic.said());
    }

    private void in(Phase phase) {
        topic.say(RunPhase.KEY, new RunPhase(phase, 1, "").encode());
    }

    private void ask(Request.Kind kind) {
        topic.say(Request.KEY, new Request(kind.name(), kind, Map.of(), Instant.EPOCH).encode());
    }
}
