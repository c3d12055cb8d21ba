package io.shardstream.control.completion;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.plan.Prepared;
import io.shardstream.control.progress.Progress;
import io.shardstream.control.progress.ProgressMeter;
import io.shardstream.control.state.RunStateReader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Watches a prepared run on a thread of its own, until it is complete.
public final class ControlService implements AutoCloseable {
    private static final Duration RATE_WINDOW = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final LoopRunner runner;
    private final CompletableFuture<Void> end;

    private ControlService(LoopRunner runner, CompletableFuture<Void> end) {
        this.runner = runner;
        this.end = end;
    }

    /// @param listener told the progress once a second, on the service's thread
    public static ControlService start(
            RunTopics topics,
            Prepared run,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            Consumer<Progress> listener) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ControlLoop loop = new ControlLoop(
                new RunStateReader(kafka, topics, run.plan()),
                new ProgressMeter(System::nanoTime, RATE_WINDOW),
                listener,
                new RunEnding(topics, run, source, target, kafka, end),
                System::nanoTime);
        LoopRunner runner = LoopRunner.start(loop, PAUSE);
        var _ = runner.end().whenComplete((_, failure) -> {
            if (failure != null) {
                end.completeExceptionally(failure);
            }
        });
        return new ControlService(runner, end);
    }

    /// Completes when the target holds all that was in the source at the start; exceptionally with a
    /// [io.shardstream.common.loop.BlockedException] if a person must look, or with whatever broke.
    public CompletableFuture<Void> end() {
        return end;
    }

    @Override
    public void close() {
        runner.close();
    }
}
