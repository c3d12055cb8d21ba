package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A million documents of the usual size, which take 20 µs to read and 80 to write; 52 beside that on one
/// processor.
class TimeModelTest {
    private static final Placement APART = new Placement(false, false, false);
    private static final Placement SHARED = new Placement(false, true, true);
    private static final double WARMING = 9;

    @Test
    void onOneMachineEverythingAddsUp() {
        TimeEstimate time = estimate(SHARED, 1, true);
        assertThat(time.likely()).contains(seconds(5 + 20 + 80 + 52 + WARMING));
        assertThat(time.least()).isEqualTo(seconds(2.5 + 100 * 0.85));
        assertThat(time.most()).contains(seconds(10 + (100 + 78) * 1.15 + 1.5 * WARMING));
        assertThat(time.parts().placement().label()).isEqualTo("shared");
    }

    @Test
    void onMachinesApartTheOneWithMostToDoDecides() {
        TimeEstimate time = estimate(APART, 1, true);
        assertThat(time.likely()).contains(seconds(5 + 80 + WARMING));
        assertThat(time.least()).isEqualTo(seconds(2.5 + 80 * 0.85));
    }

    @Test
    void onServersThatShareMachinesReadingAndWritingAddUp() {
        assertThat(estimate(new Placement(true, false, false), 1, true).likely())
                .contains(seconds(5 + 100 + WARMING));
    }

    @Test
    void readersAndWritersBesideTheSourceAddUpWithReadingOnly() {
        assertThat(estimate(new Placement(false, true, false), 0.5, true).likely())
                .contains(seconds(5 + 72 + WARMING));
    }

    @Test
    void theNodeThatWritesMostDecides() {
        assertThat(estimate(APART, 2, true).likely()).contains(seconds(5 + 160 + WARMING));
    }

    @Test
    void moreProcessorsTakeLessTimeForWhatIsBeside() {
        RunExtent eight = new RunExtent(1_000_000, 1, SHARED, 8, OptionalLong.empty());
        assertThat(TimeModel.of(sample(true, 0, true), eight).orElseThrow().likely())
                .contains(seconds(5 + 100 + 52 / 8.0 + WARMING / 8));
    }

    @Test
    void aSampleThatHasNotSettledMakesTheRangeWider() {
        TimeEstimate time = TimeModel.of(sample(true, 0, false), run(SHARED, 1)).orElseThrow();
        assertThat(time.least()).isEqualTo(seconds(2.5 + 100 * 0.6));
        assertThat(time.most()).contains(seconds(10 + 178 * 1.4 + 1.5 * WARMING));
    }

    @Test
    void roundsThatDifferMuchMakeTheRangeWider() {
        assertThat(TimeModel.of(sample(true, 0.5, true), run(SHARED, 1))
                        .orElseThrow()
                        .least())
                .isEqualTo(seconds(2.5 + 50));
    }

    @Test
    void withoutWritingOnlyTheLeastIsKnown() {
        TimeEstimate time = estimate(SHARED, 1, false);
        assertThat(time.least()).isEqualTo(seconds(2.5 + 20 * 0.85));
        assertThat(time.likely()).isEmpty();
        assertThat(time.most()).isEmpty();
    }

    @Test
    void aRateOfTheRunFileIsNotExceeded() {
        RunExtent slow = new RunExtent(1_000_000, 1, SHARED, 1, OptionalLong.of(2048));
        TimeEstimate time = TimeModel.of(sample(true, 0, true), slow).orElseThrow();
        assertThat(time.least()).isEqualTo(seconds(2.5 + 1_000_000));
        assertThat(time.likely()).contains(seconds(5 + 1_000_000));
    }

    @Test
    void nothingIsSaidWhereNothingWasRead() {
        SampleResult none = new SampleResult(0, 0, 0, "", new SampledCost(0, 0, 0), false, 8, true, 0, List.of());
        assertThat(TimeModel.of(none, run(SHARED, 1))).isEmpty();
    }

    private static TimeEstimate estimate(Placement placement, double copies, boolean wrote) {
        return TimeModel.of(sample(wrote, 0, true), run(placement, copies)).orElseThrow();
    }

    private static RunExtent run(Placement placement, double copies) {
        return new RunExtent(1_000_000, copies, placement, 1, OptionalLong.empty());
    }

    private static SampleResult sample(boolean wrote, double spread, boolean settled) {
        SampledCost cost = new SampledCost(20, wrote ? 80 : 0, spread);
        return new SampleResult(10, 20_480, 2048, "id", cost, settled, 8, wrote, 0, List.of());
    }

    private static Duration seconds(double seconds) {
        return Duration.ofSeconds(Math.round(seconds));
    }
}
