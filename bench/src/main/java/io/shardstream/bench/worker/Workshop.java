package io.shardstream.bench.worker;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.part.Parts;
import io.shardstream.common.group.Pin;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Does work in this process.
final class Workshop {
    private static final Duration LOOK = Duration.ofMillis(200);

    private Workshop() {}

    /// @throws Exception whatever keeps it from being done
    static Done does(Order order) throws Exception {
        Path runFile = Path.of(order.runFile());
        return switch (order.work()) {
            case copy, read, write -> withParts(order.work(), RunFile.read(runFile, System::getenv), order.writers());
            case verify -> Verifying.run(runFile, "sample");
            case verify_all -> Verifying.run(runFile, "all");
        };
    }

    /// Prepares the run if that was not done, and then does this. The clock runs while reader and writer do.
    private static Done withParts(Work work, RunFile run, Writers writers) throws Exception {
        try (Connections to = Connections.of(run)) {
            RunPlan plan = new RunPreparation(RunFileMapping.settings(run), to.source(), to.target(), to.kafka())
                    .prepare()
                    .plan();
            RunTopics topics = new RunTopics(run.name());
            if (writers.knowPrimaries()) {
                Primaries.publish(plan, topics, to);
            }
            try (RunStateReader states = new RunStateReader(to.kafka(), topics, plan)) {
                states.read();
                return measured(work, run, plan, to, writers, states);
            }
        }
    }

    private static Done measured(
            Work work, RunFile run, RunPlan plan, Connections to, Writers writers, RunStateReader states) {
        try (Meter meter = Meter.start();
                OpenParts open = new OpenParts()) {
            if (work != Work.write) {
                open.add(Parts.reader(run, plan, to));
            }
            if (work != Work.read) {
                for (String pin : writers.pins()) {
                    open.add(Parts.writer(run, plan, to, new Pin(pin), Optional.empty()));
                }
            }
            RunState state = states.read();
            while (!isDone(work, state)) {
                open.requireAll();
                LockSupport.parkNanos(LOOK.toNanos());
                state = states.read();
            }
            return meter.done(state.docsRead(), state.bytesRead());
        }
    }

    private static boolean isDone(Work work, RunState state) {
        return state.goalIsRead()
                && (work == Work.read || state.outcomes() >= state.plan().goalDocs());
    }
}
