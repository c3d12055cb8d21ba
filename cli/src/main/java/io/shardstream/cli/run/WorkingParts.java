package io.shardstream.cli.run;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// The parts that work in this process. All are closed, the last first, also if one does not start.
final class WorkingParts implements AutoCloseable {
    private final Deque<RunningPart> parts = new ArrayDeque<>();

    static WorkingParts start(List<Supplier<RunningPart>> starters) {
        WorkingParts working = new WorkingParts();
        try {
            starters.forEach(starter -> working.parts.push(starter.get()));
            return working;
        } catch (Throwable e) {
            working.close();
            throw e;
        }
    }

    /// Each completes when its part has ended; see [RunningPart#end()].
    List<CompletableFuture<Void>> ends() {
        return parts.stream().map(RunningPart::end).toList();
    }

    /// What kept these parts from doing more since this was asked before, of the part that started first if several
    /// tell, in words; empty if nothing did.
    String limit() {
        List<Optional<Limiter>> limiters =
                parts.reversed().stream().map(RunningPart::limitedBy).toList();
        return limiters.stream()
                .flatMap(Optional::stream)
                .findFirst()
                .map(limiter -> "limited by " + limiter)
                .orElse("");
    }

    /// Ends that something is told.
    @FunctionalInterface
    interface Told extends AutoCloseable {
        @Override
        void close();
    }

    /// Has each of them tell the run what it does, from now on.
    ///
    /// @return ends that
    Told reporting(KafkaConnection kafka, RunTopics topics) {
        try (HalfMade made = new HalfMade()) {
            List<Reporting> all = parts.stream()
                    .map(part -> made.part(Reporting.start(part, kafka, topics)))
                    .toList();
            made.keep();
            return () -> all.forEach(Reporting::close);
        }
    }

    /// Has each of them leave a note where a cluster does not let it in.
    ///
    /// @return ends that
    Told telling(KafkaConnection kafka, RunTopics topics) {
        try (HalfMade made = new HalfMade()) {
            List<RefusalNote> all = parts.stream()
                    .map(part -> made.part(RefusalNote.start(part.name(), kafka, topics, part::refused, part::said)))
                    .toList();
            made.keep();
            return () -> all.forEach(RefusalNote::close);
        }
    }

    /// Has all of them tell these what they do, from now on.
    ///
    /// @return ends that
    Metrics.Registration measuredBy(Metrics metrics) {
        List<Metrics.Registration> all =
                parts.stream().map(part -> part.measuredBy(metrics)).toList();
        return () -> all.forEach(Metrics.Registration::close);
    }

    /// Has all of them begin to let go of their work, and waits for none.
    void stop() {
        parts.forEach(RunningPart::stop);
    }

    @Override
    public void close() {
        stop();
        while (!parts.isEmpty()) {
            parts.pop().close();
        }
    }
}
