package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.cutover.Switching;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.state.controller.ActiveController;
import io.shardstream.control.state.controller.Beside;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.Journal;
import io.shardstream.simulation.elastic.SwitchModel;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.simulation.rule.BrokenSwitch;
import io.shardstream.simulation.rule.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Controllers of one run, more of them than there should be: each takes over whenever it thinks that the
/// others are gone, which they are not.
final class ModelControllers {
    private static final Duration AGAIN = Duration.ofSeconds(4);
    private static final Settings SETTINGS =
            new Settings(Duration.ofSeconds(60), 1000, List.of(), ReplaceIndex.NO, Optional.empty());
    private static final int MOMENTS = 60;

    private final Kernel kernel;
    private final Scale scale;
    private final KafkaModel kafka;
    private final SwitchModel cluster;
    private final TargetModel target;
    private final Operator operator;
    private final @Nullable Rule off;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private int begun;

    /// @param operator sees both ends for a process
    ModelControllers(
            Kernel kernel,
            Scale scale,
            KafkaModel kafka,
            SwitchModel cluster,
            TargetModel target,
            Operator operator,
            @Nullable Rule off) {
        this.kernel = kernel;
        this.scale = scale;
        this.kafka = kafka;
        this.cluster = cluster;
        this.target = target;
        this.operator = operator;
        this.off = off;
    }

    /// One more.
    void begin() {
        SimulatedProcess process = new SimulatedProcess(kernel, "controller-" + begun++);
        processes.add(process);
        process.execute(() -> controlForEver(process));
    }

    private void controlForEver(SimulatedProcess process) {
        CutoverContext around = around(process);
        while (true) {
            try (Journal journal = new ModelJournal(kafka, process, scale.topics())) {
                new ActiveController(
                                "run",
                                process.toString(),
                                new Switching(around),
                                Beside.NOTHING,
                                process.clock(),
                                process)
                        .run(journal);
            } catch (DeposedException e) {
                kernel.trace(() -> process + ": " + e.getMessage());
                process.pause(kernel.around(AGAIN));
            } catch (KafkaException | ElasticException e) {
                kernel.trace(() -> process + " begins anew: " + e.getMessage());
                process.pause(kernel.around(AGAIN));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private CutoverContext around(SimulatedProcess process) {
        ComparedRun run = operator.run(process);
        ClusterSwitch seen =
                off == null ? cluster.seenBy(process, target) : new BrokenSwitch(cluster.seenBy(process, target), off);
        return new CutoverContext(
                "run",
                seen,
                seen,
                run.source(),
                run.target(),
                run.lanes(),
                new ComparedEquality(
                        run,
                        sleeper -> operator.sweep(run, sleeper),
                        sleeper -> operator.verification(run, sleeper),
                        process.clock()),
                SETTINGS,
                process);
    }

    /// One of them is killed or frozen at some request of its.
    void suffer() {
        SimulatedProcess victim = processes.get(kernel.random().nextInt(processes.size()));
        int when = 1 + kernel.random().nextInt(MOMENTS);
        if (kernel.chance(0.5)) {
            victim.atPause(when, () -> {
                if (!victim.isDead()) {
                    victim.kill();
                    processes.remove(victim);
                    begin();
                }
            });
        } else {
            victim.atPause(when, () -> {
                victim.freeze();
                kernel.after(kernel.around(AGAIN), victim::thaw);
            });
        }
    }

    /// The last one of them goes on alone.
    void calmDown() {
        processes.forEach(SimulatedProcess::thaw);
        List<SimulatedProcess> others = List.copyOf(processes.subList(0, processes.size() - 1));
        others.forEach(SimulatedProcess::kill);
        processes.removeAll(others);
    }

    void end() {
        processes.forEach(SimulatedProcess::kill);
    }
}
