package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedTest {
    private static Outcome outcome(int lane, long from, long to, long superseded) {
        return new Outcome(lane, from, to, to - from - superseded, superseded, 0, 0, 0, "http://localhost:9200");
    }

    @Test
    void whatIsBeyondTheDocumentsWasReadOrWrittenAgain() {
        List<Outcome> said = List.of(outcome(0, 0, 60, 0), outcome(1, 0, 40, 0), outcome(0, 60, 70, 5));

        assertThat(Repeated.of(100, 110, said, 105)).isEqualTo(new Repeated(10, 0, 5, 5));
    }

    @Test
    void rangesThatOverlapWereToldTwice() {
        List<Outcome> said = List.of(outcome(0, 0, 60, 0), outcome(0, 40, 100, 0));

        assertThat(Repeated.of(100, 100, said, 120)).isEqualTo(new Repeated(0, 20, 0, 20));
    }
}
