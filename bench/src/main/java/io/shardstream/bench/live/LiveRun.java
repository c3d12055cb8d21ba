package io.shardstream.bench.live;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A run whose services are processes of their own.
final class LiveRun implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final Duration LIMIT_TO_END = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LOOK_FOR_PLAN = Duration.ofMillis(300);

    private final Path runFile;
    private final KafkaConnection kafka;
    private final RunPlan plan;
    private final RunTopics topics;
    private final RunStateReader states;
    private final Service control;
    private final List<Service> services = new ArrayList<>();

    private LiveRun(Path runFile, KafkaConnection kafka, RunTopics topics, RunPlan plan, Service control) {
        this.runFile = runFile;
        this.kafka = kafka;
        this.plan = plan;
        this.topics = topics.inGeneration(plan.generation());
        this.states = new RunStateReader(kafka, topics, plan);
        this.control = control;
        services.add(control);
    }

    /// Starts the control of a run, and waits until it has prepared it, if it had not before.
    ///
    /// @throws RunFileException if the run file cannot be used
    static LiveRun begin(Path runFile) throws RunFileException {
        RunFile file = RunFile.read(runFile, System::getenv);
        KafkaConnection kafka = Connections.kafka(file);
        RunTopics topics = new RunTopics(file.name());
        Service control = Service.start("control", runFile);
        try {
            return new LiveRun(runFile, kafka, topics, prepared(kafka, topics, control), control);
        } catch (RuntimeException e) {
            control.close();
            throw e;
        }
    }

    private static RunPlan prepared(KafkaConnection kafka, RunTopics topics, Service control) {
        Optional<RunPlan> plan = Optional.empty();
        while (plan.isEmpty()) {
            control.requireNotFailed();
            LockSupport.parkNanos(LOOK_FOR_PLAN.toNanos());
            plan = ControlTopic.find(kafka, topics).flatMap(ControlRecords::plan);
        }
        return plan.get();
    }

    /// The service that prepared it.
    Service control() {
        return control;
    }

    /// Starts a part of it.
    ///
    /// @param part `reader` or `writer`
    /// @param options of that command
    Service start(String part, String... options) {
        Service started = Service.start(part, runFile, options);
        services.add(started);
        return started;
    }

    /// Calls a command of it, as a process too.
    ///
    /// @return whether it could be done
    boolean command(String name, String... options) throws InterruptedException {
        try (Service called = Service.start(name, runFile, options)) {
            return called.awaitEnd(LIMIT) == ExitCodes.DONE;
        }
    }

    /// The same, where it must be possible.
    ///
    /// @throws IllegalStateException if it could not be done
    void require(String name, String... options) throws InterruptedException {
        if (!command(name, options)) {
            throw new IllegalStateException("'%s' failed: %s".formatted(name, runFile.resolveSibling(name + ".log")));
        }
    }

    /// Waits until a dry run says that production could be switched over.
    void awaitReadyToCutOver() {
        await("ready to be cut over", () -> {
            try {
                return command("cutover", "--dry-run");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        });
    }

    /// Waits for something, as long as all parts that were started work or the run is complete.
    ///
    /// @param what for the sentence if it does not come
    /// @throws IllegalStateException if a part has ended, or it takes very long
    void await(String what, BooleanSupplier wanted) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!wanted.getAsBoolean()) {
            services.forEach(Service::requireNotFailed);
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "After " + LIMIT.toMinutes() + " minutes " + topics.run() + " was not " + what);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    RunState state() {
        return states.read();
    }

    ControlRecords records() {
        return ControlRecords.read(kafka, topics);
    }

    RunPlan plan() {
        return plan;
    }

    RunTopics topics() {
        return topics;
    }

    KafkaConnection kafka() {
        return kafka;
    }

    /// Ends all parts of it in good order, and returns when they have gone.
    ///
    /// @throws IllegalStateException if one does not end within two minutes
    void stop() throws InterruptedException {
        services.forEach(Service::askToEnd);
        for (Service service : services) {
            int _ = service.awaitEnd(LIMIT_TO_END);
        }
    }

    /// Kills all parts of it.
    @Override
    public void close() {
        services.forEach(Service::close);
        states.close();
    }
}
