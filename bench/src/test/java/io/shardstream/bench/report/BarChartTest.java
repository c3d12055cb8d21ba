package io.shardstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BarChartTest {
    private static final Pattern BAR = Pattern.compile("<rect x=\"380\" y=\"\\d+\" width=\"([0-9.]+)\"");

    @Test
    void barsOfOneUnitShareAScaleAndThoseOfAnotherHaveTheirOwn() {
        String chart = chart(
                new Row("a", samples(1000), "docs/s"),
                new Row("b", samples(500), "docs/s"),
                new Row("a", samples(2), "MB/s"));
        assertThat(BAR.matcher(chart).results().map(bar -> bar.group(1))).containsExactly("370.0", "185.0", "370.0");
    }

    @Test
    void nothingButZeroHasNoBar() {
        String chart = chart(new Row("refused", samples(0), "%"));
        assertThat(BAR.matcher(chart).results().map(bar -> bar.group(1))).containsExactly("0.0");
        assertThat(chart).doesNotContain("NaN");
    }

    @Test
    void namesAreWrittenSoThatTheyAreNoMarkup() {
        assertThat(chart(new Row("a < b & c", samples(1), "x"))).contains(">a &lt; b &amp; c<");
    }

    @Test
    void peersAreGrey() {
        assertThat(chart(new Row("a", samples(1), "x"))).contains("#2b6cb0");
        assertThat(chart(new Row("b", samples(1), "x", true)))
                .contains("#a0aec0")
                .doesNotContain("#2b6cb0");
    }

    private static String chart(Row... rows) {
        return BarChart.of(new BenchReport("load", Map.of(), List.of(rows), List.of()));
    }

    private static Samples samples(double value) {
        return new Samples(List.of(value));
    }
}
