package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Step;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OnSwapCallTest {
    private final MemoryTopic topic = new MemoryTopic();

    @Test
    void aCallIsOpenFromItsBeginUntilItsEnd() {
        assertThat(OnSwapCall.isOpen(topic.said())).isFalse();

        tell(1, 7, OnSwap.CALL, false);
        assertThat(OnSwapCall.isOpen(topic.said())).isTrue();

        tell(1, 7, OnSwap.CALL, true);
        assertThat(OnSwapCall.isOpen(topic.said())).isFalse();
    }

    @Test
    void aCallStaysOpenWhereALaterControllerHasNotDecided() {
        tell(1, 7, OnSwap.CALL, false);
        tell(2, 1, OnSwap.TAKE_OVER, true);

        assertThat(OnSwapCall.isOpen(topic.said())).isTrue();
    }

    @Test
    void aCallIsNotOpenWhereProductionIsGivenBack() {
        tell(1, 7, OnSwap.CALL, false);
        tell(2, 1, OnSwap.GIVE_BACK, false);

        assertThat(OnSwapCall.isOpen(topic.said())).isFalse();
    }

    @Test
    void aCallOfAnEarlierRequestIsNotOpen() {
        tell(1, 7, OnSwap.CALL, false);
        Step later = new Step("later", 2, 1, OurBlocks.OF_SOURCE, false, "", Instant.EPOCH);
        topic.say(later.key(), later.encode());

        assertThat(OnSwapCall.isOpen(topic.said())).isFalse();
    }

    private void tell(long epoch, int number, String name, boolean isDone) {
        Step step = new Step("r", epoch, number, name, isDone, "", Instant.EPOCH);
        topic.say(step.key(), step.encode());
    }
}
