package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ReplicaChoiceTest {
    @Test
    void theRunFileDecidesWhereItSaysSomething() {
        assertThat(ReplicaChoice.of(1, OptionalInt.of(3), 3)).isEqualTo((short) 1);
        assertThat(ReplicaChoice.of(2, OptionalInt.empty(), 1)).isEqualTo((short) 2);
    }

    @Test
    void theBrokersDefaultIsTakenOtherwise() {
        assertThat(unsaid(OptionalInt.of(2), 5)).isEqualTo(2);
        assertThat(unsaid(OptionalInt.of(3), 3)).isEqualTo(3);
        assertThat(unsaid(OptionalInt.of(5), 6)).isEqualTo(5);
    }

    @Test
    void aDefaultOfOneIsNotTakenOfThreeBrokers() {
        assertThat(unsaid(OptionalInt.of(1), 3)).isEqualTo(3);
        assertThat(unsaid(OptionalInt.of(1), 12)).isEqualTo(3);
        assertThat(unsaid(OptionalInt.of(1), 2)).isEqualTo(1);
    }

    @Test
    void itIsNeverMoreThanThereAreBrokers() {
        assertThat(unsaid(OptionalInt.of(3), 1)).isEqualTo(1);
        assertThat(unsaid(OptionalInt.of(3), 2)).isEqualTo(2);
    }

    @Test
    void whereTheDefaultIsNotToldTheNumberOfBrokersDecides() {
        assertThat(unsaid(OptionalInt.empty(), 1)).isEqualTo(1);
        assertThat(unsaid(OptionalInt.empty(), 2)).isEqualTo(2);
        assertThat(unsaid(OptionalInt.empty(), 9)).isEqualTo(3);
    }

    private static int unsaid(OptionalInt brokersDefault, int brokers) {
        return ReplicaChoice.of(ReplicaChoice.NOT_SAID, brokersDefault, brokers);
    }
}
