package io.shardstream.common.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics("cities");

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void whatASourceTellsIsPrintedWithItsLabelsAndTheRun() {
        var _ = metrics.add(to -> to.add(Metric.DOCS_READ, 12, "3"));

        assertThat(lines("reindex_docs_read"))
                .containsExactly("reindex_docs_read_total{run=\"cities\",shard=\"3\"} 12.0");
        assertThat(scrape())
                .contains("# TYPE reindex_docs_read_total counter")
                .contains("# HELP reindex_docs_read_total " + Metric.DOCS_READ.help());
    }

    @Test
    void whatIsToldTwiceIsAddedUp() {
        for (int i = 0; i < 2; i++) {
            var _ = metrics.add(to -> to.add(Metric.INFLIGHT_BULKS, 2, "n1"));
        }

        assertThat(lines("reindex_inflight_bulks{"))
                .containsExactly("reindex_inflight_bulks{node=\"n1\",run=\"cities\"} 4.0");
    }

    @Test
    void whatIsNotToldAnyMoreIsNotPrintedAnyMore() {
        Metrics.Registration reader = metrics.add(to -> to.add(Metric.ASSIGNED, 1, "reader"));
        assertThat(lines("reindex_assigned{")).hasSize(1);

        reader.close();
        assertThat(lines("reindex_assigned{")).isEmpty();
    }

    @Test
    void aSourceThatFailsKeepsNobodyElseFromTelling() {
        var _ = metrics.add(_ -> {
            throw new IllegalStateException("broken");
        });
        var _ = metrics.add(to -> to.add(Metric.PAUSED, 1));

        assertThat(lines("reindex_paused{")).containsExactly("reindex_paused{run=\"cities\"} 1.0");
    }

    @Test
    void aNodeThatNobodyKnowsIsAny() {
        var _ = metrics.add(to -> to.add(Metric.INFLIGHT_LIMIT, 2, ""));

        assertThat(lines("reindex_inflight_limit{"))
                .containsExactly("reindex_inflight_limit{node=\"any\",run=\"cities\"} 2.0");
    }

    @Test
    void howLongSomethingTookIsCountedInBuckets() {
        metrics.record(Metric.BULK_DURATION, TimeUnit.MILLISECONDS.toNanos(40), "n1");
        metrics.record(Metric.BULK_DURATION, TimeUnit.SECONDS.toNanos(70), "n1");

        assertThat(lines("reindex_bulk_duration_seconds"))
                .contains(
                        "reindex_bulk_duration_seconds_bucket{node=\"n1\",run=\"cities\",le=\"0.025\"} 0",
                        "reindex_bulk_duration_seconds_bucket{node=\"n1\",run=\"cities\",le=\"0.05\"} 1",
                        "reindex_bulk_duration_seconds_bucket{node=\"n1\",run=\"cities\",le=\"60.0\"} 1",
                        "reindex_bulk_duration_seconds_bucket{node=\"n1\",run=\"cities\",le=\"+Inf\"} 2",
                        "reindex_bulk_duration_seconds_count{node=\"n1\",run=\"cities\"} 2",
                        "reindex_bulk_duration_seconds_sum{node=\"n1\",run=\"cities\"} 70.04");
    }

    @Test
    void labelsThatAMetricDoesNotHaveAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Series(Metric.DOCS_WRITTEN, List.of("n1")))
                .withMessageContaining("[node, outcome]");
    }

    private Stream<String> lines(String beginning) {
        return scrape().lines().filter(line -> line.startsWith(beginning));
    }

    private String scrape() {
        return new String(metrics.scrape(), UTF_8);
    }
}
