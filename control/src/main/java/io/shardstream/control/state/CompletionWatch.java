package io.shardstream.control.state;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.topic.RunTopics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.RetriableException;

/// Watches the control topic until it says that the run is complete, on a thread of its own. Kafka may be
/// away meanwhile.
public final class CompletionWatch implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    private final CompletableFuture<Void> completed;
    private final LoopRunner runner;

    private CompletionWatch(CompletableFuture<Void> completed, LoopRunner runner) {
        this.completed = completed;
        this.runner = runner;
    }

    public static CompletionWatch start(KafkaConnection kafka, RunTopics topics) {
        CompletableFuture<Void> completed = new CompletableFuture<>();
        Look look = new Look(() -> ControlRecords.read(kafka, topics).completed(), completed);
        return new CompletionWatch(completed, LoopRunner.start(look, BETWEEN_LOOKS));
    }

    /// Completes when the run is complete.
    public CompletableFuture<Void> completed() {
        return completed;
    }

    /// Completes when the watch is closed; exceptionally if the control topic cannot be read for good.
    public CompletableFuture<Void> end() {
        return runner.end();
    }

    @Override
    public void close() {
        runner.close();
    }

    /// One look a step.
    record Look(BooleanSupplier isCompleted, CompletableFuture<Void> completed) implements Loop {
        @Override
        public String name() {
            return "completion";
        }

        @Override
        public int doWork() {
            try {
                if (!completed.isDone() && isCompleted.getAsBoolean()) {
                    completed.complete(null);
                }
            } catch (RetriableException e) {
                // The next look may be luckier; those who work with Kafka say that it is away.
            }
            return 0;
        }

        @Override
        public void close() {}
    }
}
