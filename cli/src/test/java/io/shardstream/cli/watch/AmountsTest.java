package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.console.view.TimeLeft;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void nothingIsCalledCompleteThatIsNot() {
        assertThat(Amounts.percent(99.99)).isEqualTo("99.9 %");
        assertThat(Amounts.wholePercent(99.9)).isEqualTo("99 %");
        assertThat(BlockCharacters.bar(0.999, 10)).isEqualTo("█████████▉");
        assertThat(BlockCharacters.cell(0.999)).isEqualTo("▇");
        assertThat(Amounts.percent(100) + BlockCharacters.bar(1, 2) + BlockCharacters.cell(1))
                .isEqualTo("100.0 %███");
    }

    @Test
    void theTimeLeftIsARange() {
        assertThat(left(Duration.ofSeconds(45), Duration.ofMinutes(15))).isEqualTo("45 s to 15 min left, by lane 3");
        assertThat(left(Duration.ofHours(3), Duration.ofHours(3))).isEqualTo("3 h left, by lane 3");
        assertThat(left(Duration.ofDays(3), TimeLeft.NEVER)).isEqualTo("3 d left or much more, by lane 3");
        assertThat(left(TimeLeft.NEVER, TimeLeft.NEVER)).isEqualTo("nothing moves, by lane 3");
    }

    private static String left(Duration low, Duration high) {
        return Amounts.left(new TimeLeft(low, high, "lane 3"));
    }

    @Test
    void whereNothingIsWrittenNoTimeIsTold() {
        assertThat(Amounts.behind(OptionalDouble.empty())).isEqualTo("stands");
        assertThat(Amounts.behind(OptionalDouble.of(0.2))).isEqualTo("1 s");
    }
}
