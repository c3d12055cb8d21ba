package io.shardstream.cli.run;

import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.MetricSource;
import io.shardstream.common.pace.Limiter;
import io.shardstream.reader.shard.ShardFigures;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A reader's figures by the names of metrics.
///
/// @param shards of each shard that it has had
/// @param heldBack what kept it from reading more, how often
public record ReaderMetrics(Supplier<List<ShardFigures>> shards, Supplier<Map<Limiter, Long>> heldBack)
        implements MetricSource {
    static final String PART = "reader";

    @Override
    public void tell(Readings to) {
        List<ShardFigures> now = shards.get();
        for (ShardFigures shard : now) {
            String number = Integer.toString(shard.shard());
            to.add(Metric.DOCS_READ, (double) shard.docs(), number);
            to.add(Metric.BYTES_READ, (double) shard.bytes(), number);
            if (shard.isHeld()) {
                to.add(Metric.INFLIGHT_WINDOWS, shard.windows(), number);
            }
        }
        to.add(
                Metric.ASSIGNED,
                (double) now.stream().filter(ShardFigures::isHeld).count(),
                PART);
        HeldBackMetrics.tell(PART, heldBack.get(), to);
    }
}
