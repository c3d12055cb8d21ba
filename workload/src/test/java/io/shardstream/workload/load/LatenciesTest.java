package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void aQuantileIsAtMostAnEighthTooLarge() {
        Latencies latencies = new Latencies();
        for (int i = 1; i <= 100_000; i++) {
            latencies.add(i);
        }
        for (double part : new double[] {0.001, 0.1, 0.5, 0.99, 1}) {
            long exact = Math.round(part * 100_000);
            assertThat(latencies.quantile(part)).isBetween(exact, exact + exact / 8 + 1);
        }
        assertThat(latencies.most()).isEqualTo(100_000);
    }

    @Test
    void nothingAddedIsZero() {
        assertThat(new Latencies().quantile(0.99)).isZero();
    }

    @Test
    void theLargestDurationsFit() {
        Latencies latencies = new Latencies();
        latencies.add(Long.MAX_VALUE);
        assertThat(latencies.quantile(1)).isEqualTo(Long.MAX_VALUE);
    }
}
