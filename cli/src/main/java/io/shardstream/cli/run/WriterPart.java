package io.shardstream.cli.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.WriterProgress;
import io.shardstream.writer.WriterService;
import io.shardstream.writer.send.NodeFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A writer as a part of this process.
record WriterPart(WriterService service) implements RunningPart {
    @Override
    public String name() {
        return WriterMetrics.PART;
    }

    @Override
    public CompletableFuture<Void> end() {
        return service.end();
    }

    @Override
    public String progress() {
        WriterProgress progress = service.progress();
        return "wrote %s documents, %s were superseded, %s rejected, %s, since it started"
                .formatted(
                        NumberText.count(progress.applied()),
                        NumberText.count(progress.superseded()),
                        NumberText.count(progress.rejected()),
                        NumberText.bytes((double) progress.bytes()));
    }

    @Override
    public Optional<Limiter> limitedBy() {
        return service.limitedBy();
    }

    @Override
    public Optional<String> refused() {
        return service.refusals().lasting();
    }

    @Override
    public Map<Limiter, Long> heldBack() {
        return service.heldBack();
    }

    @Override
    public List<NodeFigures> nodes() {
        return service.nodes();
    }

    @Override
    public int assigned() {
        return service.lanes();
    }

    @Override
    public ControlRecords said() {
        return service.said();
    }

    @Override
    public Metrics.Registration measuredBy(Metrics metrics) {
        service.bulkTimes((node, nanos) -> metrics.record(Metric.BULK_DURATION, nanos, node));
        Metrics.Registration figures =
                metrics.add(new WriterMetrics(service::nodes, service::lanes, service::heldBack));
        return () -> {
            service.bulkTimes((_, _) -> {});
            figures.close();
        };
    }

    @Override
    public void stop() {
        service.stop();
    }

    @Override
    public void close() {
        service.close();
    }
}
