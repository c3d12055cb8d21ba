package io.shardstream.cli.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import io.shardstream.reader.ReaderProgress;
import io.shardstream.reader.ReaderService;
import io.shardstream.reader.shard.ShardFigures;
import io.shardstream.writer.send.NodeFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A reader as a part of this process.
record ReaderPart(ReaderService service) implements RunningPart {
    @Override
    public String name() {
        return ReaderMetrics.PART;
    }

    @Override
    public CompletableFuture<Void> end() {
        return service.end();
    }

    @Override
    public String progress() {
        ReaderProgress progress = service.progress();
        return "read %s documents, %s, since it started"
                .formatted(NumberText.count(progress.docs()), NumberText.bytes((double) progress.bytes()));
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
        return List.of();
    }

    @Override
    public int assigned() {
        return (int) service.shards().stream().filter(ShardFigures::isHeld).count();
    }

    @Override
    public ControlRecords said() {
        return service.said();
    }

    @Override
    public Metrics.Registration measuredBy(Metrics metrics) {
        return metrics.add(new ReaderMetrics(service::shards, service::heldBack));
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
