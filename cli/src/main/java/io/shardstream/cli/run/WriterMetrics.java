package io.shardstream.cli.run;

import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.MetricSource;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.send.NodeFigures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// A writer's figures by the names of metrics, except for how long bulks take.
///
/// @param nodes of each node that it has sent anything to
/// @param lanes how many it holds
/// @param heldBack what kept it from writing more, how often
public record WriterMetrics(Supplier<List<NodeFigures>> nodes, IntSupplier lanes, Supplier<Map<Limiter, Long>> heldBack)
        implements MetricSource {
    static final String PART = "writer";

    @Override
    public void tell(Readings to) {
        nodes.get().forEach(node -> tell(node, to));
        to.add(Metric.ASSIGNED, lanes.getAsInt(), PART);
        HeldBackMetrics.tell(PART, heldBack.get(), to);
    }

    private static void tell(NodeFigures node, Readings to) {
        node.records()
                .forEach((outcome, records) -> to.add(
                        Metric.DOCS_WRITTEN,
                        records,
                        node.node(),
                        outcome.name().toLowerCase(Locale.ROOT)));
        to.add(Metric.BYTES_WRITTEN, (double) node.bytes(), node.node());
        node.refusals().forEach((why, bulks) -> to.add(Metric.BULK_REJECTIONS, bulks, node.node(), why.label()));
        to.add(Metric.INFLIGHT_BULKS, node.underWay(), node.node());
        to.add(Metric.INFLIGHT_LIMIT, node.limit(), node.node());
    }
}
