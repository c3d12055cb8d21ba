package io.shardstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTextTest {
    private static final Samples RATES = new Samples(List.of(1500.0, 2500.0));

    @Test
    void aReportIsItsFactsItsRowsAndItsTargets() {
        BenchReport report = new BenchReport(
                "nodes",
                Map.of("documents", "10"),
                List.of(new Row("a", RATES, "docs/s"), new Row("longer", new Samples(List.of(0.25)), "B/B")),
                List.of(TargetResult.of(Target.B1M, new Samples(List.of(1.4)), "somewhere")));

        assertThat(ReportText.of(report).lines())
                .containsExactly(
                        "nodes",
                        "  documents              10",
                        "  a              2,000 docs/s   1,500 to 2,500 in 2",
                        "  longer         0.250 B/B",
                        "pass B1m         1.4 x  (≥ 1.3 x)  the same on three data nodes, each with a processor budget of its own;"
                                + " somewhere; 1.4 x to 1.4 x in 1 rounds");
    }

    @Test
    void aTargetThatIsNotReachedIsSaidLoudly() {
        assertThat(ReportText.targets(List.of(new TargetResult(Target.B1B, 0.5, "anywhere")), false))
                .startsWith("MISS B1b ");
    }

    @Test
    void aFigureWithoutWhatItsTargetTakesForGrantedSaysNothing() {
        TargetResult finding = new TargetResult(Target.B1M, 1.4, "somewhere");
        assertThat(finding.given(true, "no").verdict()).isEqualTo(TargetVerdict.REACHED);
        assertThat(ReportText.targets(List.of(finding.given(false, "nobody was busy")), false))
                .startsWith("void B1m ")
                .contains("somewhere; says nothing: nobody was busy");
    }
}
