package io.shardstream.bench.worker;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.run.Parts;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does work in this process.
final class Workshop {
    private static final Logger LOG = LoggerFactory.getLogger(Workshop.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration STANDSTILL = Duration.ofMinutes(5);

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

    /// Prepares the run if that was not done, and then does this. The clock runs while reader and writer do; processor
    /// time counts from the beginning, as that of servers does for whoever looks at them before and after.
    private static Done withParts(WorkerTask work, RunFile run, Writers writers) throws Exception {
        try (Meter meter = Meter.start();
                Connections to = Connections.of(run)) {
            RunPlan plan = new RunPreparation(RunFileMapping.settings(run), to.source(), to.target(), to.kafka())
                    .prepare()
                    .plan();
            RunTopics topics = new RunTopics(run.name());
            if (writers.knowPrimaries()) {
                Primaries.publish(plan, topics, to);
            }
            try (RunStateReader states = new RunStateReader(to.kafka(), topics, plan)) {
                states.read();
                return measured(meter, work, run, plan, to, writers, states);
            }
        }
    }

    private static Done measured(
            Meter meter,
            WorkerTask work,
            RunFile run,
            RunPlan plan,
            Connections to,
            Writers writers,
            RunStateReader states) {
        meter.startClock();
        try (OpenParts open = new OpenParts()) {
            if (work != WorkerTask.write) {
                open.add(Parts.reader(run, plan, to));
            }
            if (work != WorkerTask.read) {
                for (String pin : writers.pins()) {
                    open.add(Parts.writer(
                            run, plan, to, new MemberSettings(new Pin(pin), Optional.empty(), run.sessionTimeout())));
                }
            }
            RunState state = awaitDone(work, states, open);
            return meter.done(state.docsRead(), state.bytesRead());
        }
    }

    /// @throws IllegalStateException if nothing more is read or written for a long time
    private static RunState awaitDone(WorkerTask work, RunStateReader states, OpenParts open) {
        long seen = -1;
        long seenAt = System.nanoTime();
        while (true) {
            open.requireAll();
            try {
                RunState state = states.read();
                if (isDone(work, state)) {
                    return state;
                }
                long now = state.docsRead() + state.outcomes();
                if (now != seen) {
                    seen = now;
                    seenAt = System.nanoTime();
                }
            } catch (RetriableException e) {
                LOG.info("Kafka does not answer, it is asked again: {}", e.getMessage());
            }
            if (System.nanoTime() - seenAt > STANDSTILL.toNanos()) {
                throw new IllegalStateException(
                        "nothing was read or written for " + STANDSTILL.toMinutes() + " minutes");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private static boolean isDone(WorkerTask work, RunState state) {
        return state.goalIsRead()
                && (work == WorkerTask.read || state.outcomes() >= state.plan().goalDocs());
    }
}
