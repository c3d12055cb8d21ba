package io.shardstream.control.survey.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TimeEstimateTest {
    @Test
    void allDocumentsTakeAsLongAsTheSampleAndWhatIsAroundThem() {
        TimeEstimate time = estimate(sample(1000, 0.5, true), 0, OptionalLong.empty());
        assertThat(time.least()).isEqualTo(Duration.ofSeconds(300 * 8 / 10 + 10));
        assertThat(time.likely()).contains(Duration.ofSeconds(345 + 10));
        assertThat(time.most()).contains(Duration.ofSeconds(Math.round(345 * 1.3) + 10));
    }

    @Test
    void replicasMakeWritingLonger() {
        TimeEstimate time = estimate(sample(1000, 0.5, true), 1, OptionalLong.empty());
        assertThat(time.least()).isEqualTo(Duration.ofSeconds(250));
        assertThat(time.likely()).contains(Duration.ofSeconds(Math.round(345 * 1.25) + 10));
        assertThat(time.most()).contains(Duration.ofSeconds(Math.round(345 * 1.5 * 1.3) + 10));
    }

    @Test
    void withoutWritingOnlyTheLeastIsKnown() {
        TimeEstimate time = estimate(sample(1000, 0, false), 1, OptionalLong.empty());
        assertThat(time.least()).isEqualTo(Duration.ofSeconds(310));
        assertThat(time.likely()).isEmpty();
        assertThat(time.most()).isEmpty();
    }

    @Test
    void aRateOfTheRunFileIsNotExceeded() {
        TimeEstimate time = estimate(sample(1000, 0.5, true), 0, OptionalLong.of(10_000));
        assertThat(time.least()).isEqualTo(Duration.ofSeconds(3010));
    }

    @Test
    void nothingIsSaidWhereNothingWasRead() {
        assertThat(TimeEstimate.of(sample(0, 0, true), 300_000, 0, OptionalLong.empty()))
                .isEmpty();
    }

    private static TimeEstimate estimate(Sample sample, int replicas, OptionalLong bytesPerSecond) {
        return TimeEstimate.of(sample, 300_000, replicas, bytesPerSecond).orElseThrow();
    }

    /// Of documents of 100 bytes.
    private static Sample sample(double rate, double writtenShare, boolean wrote) {
        return new Sample(10, 1000, 100, "id", rate, writtenShare, 4, wrote, List.of());
    }
}
