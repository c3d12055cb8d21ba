package io.shardstream.cli.run;

import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.MetricSource.Readings;
import io.shardstream.common.pace.Limiter;
import java.util.Map;

/// What kept a part from doing more, by the name of its metric.
final class HeldBackMetrics {
    private HeldBackMetrics() {}

    static void tell(String part, Map<Limiter, Long> times, Readings to) {
        times.forEach((limiter, count) -> to.add(
                Metric.HELD_BACK, count, part, limiter.node(), limiter.kind().word()));
    }
}
