package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Target;
import io.shardstream.bench.report.TargetVerdict;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SwitchesTest {
    private static final LastWrites.Count ENOUGH = new LastWrites.Count(1_000, 1_000);

    @Test
    void aForecastIsGoodUpToTwiceAndDownToHalfOfWhatAClientSaw() {
        Switches made = new Switches(
                100,
                false,
                List.of(foretold(2, 4), foretold(2, 1), foretold(2, 4.1), foretold(2, 0.9), took(2, ENOUGH)));

        assertThat(made.rows())
                .filteredOn(row -> row.name().endsWith("within a factor of two"))
                .containsExactly(Row.once("100 quiet: foretold within a factor of two", 2, "of 4"));
    }

    @Test
    void theForecastIsHeldAgainstWhatItWasInEachRoundThatHasOne() {
        Switches made = new Switches(100, false, List.of(foretold(2, 3), took(2, ENOUGH), foretold(4, 2)));

        assertThat(made.rows())
                .filteredOn(row -> row.name().contains("against"))
                .singleElement()
                .satisfies(row -> assertThat(row.samples().values()).containsExactly(1.5, 0.5));
    }

    @Test
    void roundsWithoutAnyForecastHaveNoRowOfIt() {
        assertThat(new Switches(100, false, List.of(took(2, ENOUGH))).rows())
                .noneMatch(row -> row.name().contains("foretold"));
    }

    @Test
    void eachKindIsHeldAgainstItsOwnTarget() {
        assertThat(new Switches(1_000_000, false, List.of(took(0.7, ENOUGH)))
                        .finding("x")
                        .target())
                .isEqualTo(Target.B10_QUIET);
        assertThat(new Switches(1_000_000, true, List.of(took(0.7, ENOUGH)))
                        .finding("x")
                        .target())
                .isEqualTo(Target.B10);
        assertThat(new Switches(10_000_000, true, List.of(took(0.7, ENOUGH)))
                        .finding("x")
                        .target())
                .isEqualTo(Target.B10_LARGE);
    }

    @Test
    void theMedianOfWhatClientsSawCounts() {
        Switches made = new Switches(100, false, List.of(took(0.7, ENOUGH), took(3, ENOUGH), took(0.8, ENOUGH)));

        assertThat(made.finding("x").verdict()).isEqualTo(TargetVerdict.REACHED);
    }

    @Test
    void aRoundThatWasNotBusyEnoughSaysNothingAboutTheTarget() {
        for (LastWrites.Count last : List.of(new LastWrites.Count(999, 1_000), new LastWrites.Count(1_000, 999))) {
            Switches made = new Switches(100, true, List.of(took(0.7, ENOUGH), took(0.7, last)));

            assertThat(made.finding("x").verdict()).isEqualTo(TargetVerdict.VOID);
        }
    }

    @Test
    void aStepCountsInTheRoundsThatTookIt() {
        Switches made = new Switches(
                100,
                false,
                List.of(
                        new Switch(1, 1, OptionalDouble.empty(), ENOUGH, Map.of("swap", 0.1)),
                        new Switch(1, 1, OptionalDouble.empty(), ENOUGH, Map.of("swap", 0.2, "again", 0.3))));

        assertThat(made.steps()).extracting(Row::name).containsExactlyInAnyOrder("quiet: swap", "quiet: again");
        assertThat(made.steps().getFirst().samples().values()).containsExactly(0.1, 0.2);
    }

    private static Switch foretold(double refused, double foretold) {
        return new Switch(refused, refused, OptionalDouble.of(foretold), ENOUGH, Map.of());
    }

    private static Switch took(double refused, LastWrites.Count last) {
        return new Switch(refused, refused, OptionalDouble.empty(), last, Map.of());
    }
}
