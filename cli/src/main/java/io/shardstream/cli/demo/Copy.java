package io.shardstream.cli.demo;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.ControlProcess;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.RetriableException;

/// One copy by a reader and two writers, each a process of its own, with control in this one.
final class Copy implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Path runFile;
    private final RunFile run;
    private final Connections connections;
    private final Kills kills;
    private final ProgressPrinter progress;

    Copy(Path runFile, RunFile run, Kills kills, ProgressPrinter progress) throws ElasticException {
        this.runFile = runFile;
        this.run = run;
        this.connections = Connections.of(run);
        this.kills = kills;
        this.progress = progress;
    }

    /// Copies everything, while readers and writers are killed.
    ///
    /// @throws ElasticException if the run cannot be prepared
    /// @throws IllegalStateException if a reader or writer ends by itself
    Figures run() throws ElasticException {
        RunTopics topics = new RunTopics(run.name());
        Prepared prepared = new RunPreparation(
                        RunFileMapping.settings(run), connections.source(), connections.target(), connections.kafka())
                .prepare();
        Stopwatch watch = new Stopwatch(System::nanoTime);
        try (ServiceProcess reader = ServiceProcess.start("reader", "reader-1", runFile);
                ServiceProcess first = ServiceProcess.start("writer", "writer-1", runFile);
                ServiceProcess second = ServiceProcess.start("writer", "writer-2", runFile);
                RunStateReader states = new RunStateReader(connections.kafka(), topics, prepared.plan());
                ControlProcess control = ControlProcess.start(
                        topics,
                        prepared,
                        RunFileMapping.control(run),
                        connections.source(),
                        connections.target(),
                        connections.kafka(),
                        (now, _, _) -> progress.accept(now))) {
            List<ServiceProcess> readers = List.of(reader);
            List<ServiceProcess> writers = List.of(first, second);
            while (!control.end().isDone()) {
                look(states, watch, readers, writers);
                if (!control.end().isDone()) {
                    readers.forEach(ServiceProcess::requireAlive);
                    writers.forEach(ServiceProcess::requireAlive);
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
            control.end().join();
            progress.end();
            return new Figures(
                    prepared.plan().goalDocs(),
                    watch.readSeconds(),
                    watch.writeSeconds(),
                    watch.totalSeconds(),
                    killsOf(readers),
                    killsOf(writers));
        }
    }

    private void look(
            RunStateReader states, Stopwatch watch, List<ServiceProcess> readers, List<ServiceProcess> writers) {
        try {
            RunState state = states.read();
            double goal = state.plan().goalDocs();
            watch.seen(state.docsRead(), state.outcomes());
            kills.dueAt(state.docsRead() / goal, state.outcomes() / goal, readers, writers);
        } catch (RetriableException e) {
            // Kafka is busy; the next look will do.
        }
    }

    private static int killsOf(List<ServiceProcess> processes) {
        return processes.stream().mapToInt(ServiceProcess::kills).sum();
    }

    @Override
    public void close() {
        connections.close();
    }
}
