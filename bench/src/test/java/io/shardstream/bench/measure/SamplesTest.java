package io.shardstream.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void aQuantileIsTheValueThatItsPartDoesNotExceed() {
        Samples hundred = new Samples(
                IntStream.rangeClosed(1, 100).mapToObj(i -> 101.0 - i).toList());

        assertThat(hundred.quantile(0.99)).isEqualTo(99);
        assertThat(hundred.quantile(0.5)).isEqualTo(50);
        assertThat(hundred.quantile(1)).isEqualTo(100);
        assertThat(new Samples(List.of(7.0)).quantile(0.01)).isEqualTo(7);
    }
}
