package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Rounds of ten documents on two lanes; the time of each round is that of one document in microseconds.
class SampleRoundsTest {
    @Test
    void threeRoundsThatHardlyDifferAreSettled() {
        assertThat(rounds(50, 20, 21, 19).areSettled()).isTrue();
        assertThat(rounds(50, 20, 24, 19).areSettled()).isFalse();
        assertThat(rounds(50, 30, 20, 12, 10, 10, 10).areSettled()).isTrue();
    }

    @Test
    void theFirstRoundIsNeverOneOfThem() {
        assertThat(rounds(10, 10, 10).areSettled()).isFalse();
        assertThat(rounds(10, 10, 10, 10).areSettled()).isTrue();
    }

    @Test
    void whenTheyHaveSettledTheLastThreeAreTheCost() {
        SampledCost cost = rounds(500, 100, 20, 21, 19).cost();
        assertThat(cost.readMicros() + cost.writeMicros()).isEqualTo(20);
        assertThat(cost.writeMicros()).isEqualTo(15);
        assertThat(cost.spread()).isBetween(0.0499, 0.0501);
        assertThat(cost.documentsPerSecond()).isEqualTo(50_000);
    }

    @Test
    void whenTheyHaveNotTheLaterHalfIsTheCost() {
        assertThat(rounds(500, 100, 40, 20).cost().documentsPerSecond()).isEqualTo(1e6 / 30);
        assertThat(rounds(40).cost().documentsPerSecond()).isEqualTo(1e6 / 40);
    }

    @Test
    void withoutDocumentsNothingIsKnown() {
        SampleRounds rounds = new SampleRounds(2);
        rounds.add(new SampleRound(0, 7, 7));
        assertThat(rounds.cost()).isEqualTo(SampledCost.NONE);
    }

    private static SampleRounds rounds(int... micros) {
        SampleRounds rounds = new SampleRounds(2);
        for (int one : micros) {
            long nanos = one * 1000L * 10 * 2;
            rounds.add(new SampleRound(10, nanos / 4, nanos - nanos / 4));
        }
        return rounds;
    }
}
