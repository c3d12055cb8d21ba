package io.shardstream.ittests.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
    private static final Exported EXPORTED = new Exported(
            Map.of(
                    "docs_total", Set.of("run", "node", "outcome"),
                    "took_bucket", Set.of("run", "le"),
                    "phase", Set.of("run", "phase")),
            Map.of("docs_total", "counter", "took", "histogram", "phase", "gauge"),
            Map.of("outcome", Set.of("applied")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sum by (node) (rate(docs_total{run=\"$run\",outcome=\"applied\"}[5m])) > 1e3",
                "histogram_quantile(0.95, sum by (le) (rate(took_bucket[$__rate_interval])))",
                "max by (run) (phase{phase=\"backfill\"}) == 1 and on (run) phase > 0.5",
                "sum by (instance) (phase)"
            })
    void whatIsExportedPasses(String expression) {
        assertThat(new Expression(expression).complaints(EXPORTED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "rate(doc_total[5m]); nothing exports doc_total",
                "doc > 1; nothing exports doc",
                "rate(docs_total{shard=\"1\"}[5m]); docs_total has no label shard",
                "rate(docs_total{outcome=\"created\"}[5m]); docs_total has no outcome called created",
                "phase{phase=\"backfil\"}; phase has no phase called backfil",
                "sum by (shard) (phase); none of it has the label shard",
                "docs_total > 1; docs_total is a counter, and read without a range",
                "took_bucket{le=\"1\"}; took_bucket is a counter, and read without a range"
            })
    void whatIsWrongIsNamed(String expression, String complaint) {
        assertThat(new Expression(expression).complaints(EXPORTED)).containsExactly(complaint);
    }

    @Test
    void aResultHasTheLabelsThatItIsGroupedBy() {
        assertThat(new Expression("sum by (node) (phase)").resultLabels(EXPORTED))
                .containsExactly("node");
        assertThat(new Expression("phase").resultLabels(EXPORTED)).contains("run", "phase", "instance");
    }
}
