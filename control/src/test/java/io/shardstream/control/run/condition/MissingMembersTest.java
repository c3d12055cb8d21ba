package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.lanes.Workers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class MissingMembersTest {
    private static final String NO_WRITER = "no writer is at work: 'run' or 'writer' starts one";

    private final List<String> told = new ArrayList<>();
    private Workers workers = new Workers(1, 1);
    private boolean isKafkaAway;
    private boolean isPaused;
    private int looks;
    private Instant now = Instant.EPOCH;
    private final MissingMembers absence = new MissingMembers(this::look, () -> isPaused, told::add, () -> now);

    private Workers look() {
        looks++;
        if (isKafkaAway) {
            throw new TimeoutException("away");
        }
        return workers;
    }

    @Test
    void thatNobodyWritesIsToldOnceAndThatSomebodyDoesAgain() {
        pass(10);
        workers = new Workers(1, 0);
        pass(10);
        workers = new Workers(1, 1);
        pass(10);

        assertThat(told).containsExactly(NO_WRITER, "readers and writers are at work again");
    }

    @Test
    void aPauseIsTold() {
        isPaused = true;
        pass(10);
        isPaused = false;
        pass(10);

        assertThat(told)
                .containsExactly("the run is paused: 'resume' lets it go on", "readers and writers are at work again");
    }

    @Test
    void kafkaIsNotAskedAtEachLook() {
        pass(10);

        assertThat(looks).isEqualTo(5);
    }

    @Test
    void kafkaThatIsAwayIsAskedAgain() {
        isKafkaAway = true;
        pass(10);
        isKafkaAway = false;
        workers = new Workers(1, 0);
        pass(10);

        assertThat(told).containsExactly(NO_WRITER);
    }

    private void pass(int seconds) {
        for (int i = 0; i < 10 * seconds; i++) {
            absence.look();
            now = now.plusMillis(100);
        }
    }
}
