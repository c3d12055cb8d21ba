package io.shardstream.simulation.world;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.compare.verify.Content;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.NotDrainedException;
import io.shardstream.simulation.elastic.ModelScannedShard;
import io.shardstream.simulation.elastic.SourceModel;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.simulation.rule.BrokenLanes;
import io.shardstream.simulation.rule.BrokenScan;
import io.shardstream.simulation.rule.Rule;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Sweeps and verifies, from a process of its own: now and then while there is trouble, and once when all
/// is quiet, which is the time that counts.
final class Operator {
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long MOST_BYTES = 20;

    private final Kernel kernel;
    private final Scale scale;
    private final SourceModel source;
    private final TargetModel target;
    private final KafkaModel kafka;
    private final @Nullable Rule off;
    private SimulatedProcess process;
    private boolean calm;
    private @Nullable VerificationReport report;

    Operator(Kernel kernel, Scale scale, SourceModel source, TargetModel target, KafkaModel kafka, @Nullable Rule off) {
        this.kernel = kernel;
        this.scale = scale;
        this.source = source;
        this.target = target;
        this.kafka = kafka;
        this.off = off;
        this.process = new SimulatedProcess(kernel, "control");
    }

    private interface Work {
        void run() throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException;
    }

    /// Sweeps again and again.
    void begin() {
        process.execute(() -> {
            Sweep sweep = sweep();
            while (!calm) {
                process.pause(kernel.around(BETWEEN_SWEEPS));
                // What goes wrong is tried again by the next one.
                attempt(() -> sweep.run(SweepOptions.online(PATIENCE), name -> {}));
            }
        });
    }

    private boolean attempt(Work work) {
        try {
            work.run();
            return true;
        } catch (ElasticException | NotPrimaryException | NotDrainedException | KafkaException e) {
            kernel.trace(() -> process + ": " + e.getMessage());
            return false;
        } catch (BlockedException e) {
            if (scale.mishap() != Mishap.NEW_HISTORY) {
                throw e;
            }
            kernel.trace(() -> process + " is blocked: " + e.getMessage());
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The process is killed, and another one begins.
    void crash() {
        process.kill();
        process = new SimulatedProcess(kernel, "control");
        begin();
    }

    void calmDown() {
        calm = true;
    }

    /// Drains, sweeps, drains, verifies, until that goes through.
    void finish() {
        process.kill();
        process = new SimulatedProcess(kernel, "control");
        process.execute(() -> {
            while (!attempt(this::sweepAndVerify)) {
                process.sleep(BETWEEN_SWEEPS);
            }
        });
    }

    private void sweepAndVerify()
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        Drain drain = new Drain(lanes(process), kernel, process);
        drain.ofNow(kernel.instant().plus(PATIENCE));
        SweepReport swept = sweep().run(SweepOptions.last(PATIENCE), name -> {});
        kernel.trace(() -> "the last sweep: " + swept);
        drain.ofNow(kernel.instant().plus(PATIENCE));
        report = verify(VerificationOptions.last(PATIENCE).withContent(Content.ALL));
    }

    private VerificationReport verify(VerificationOptions options)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        return verification(run(), process).run(options, difference -> kernel.trace(() -> "difference: " + difference));
    }

    /// Lets what differs be mended, and verifies again.
    void repair() {
        report = null;
        VerificationOptions options =
                VerificationOptions.last(PATIENCE).withContent(Content.ALL).withRepair(true);
        process.execute(() -> {
            while (!attempt(() -> report = verify(options))) {
                process.sleep(BETWEEN_SWEEPS);
            }
        });
    }

    /// What the verification at the end came to, null before.
    @Nullable
    VerificationReport report() {
        return report;
    }

    private Sweep sweep() {
        return sweep(run(), process);
    }

    Sweep sweep(ComparedRun run, Sleeper sleeper) {
        return new Sweep(run, kernel, sleeper, MOST_BYTES);
    }

    Verification verification(ComparedRun run, Sleeper sleeper) {
        return new Verification(
                run,
                Set.of(),
                kernel,
                sleeper,
                MOST_BYTES,
                new Random(kernel.random().nextLong()));
    }

    private ComparedRun run() {
        return run(process);
    }

    /// Both ends as a process sees them.
    ComparedRun run(SimulatedProcess by) {
        return new ComparedRun(
                scale.plan(),
                IntStream.range(0, scale.source().shards())
                        .mapToObj(shard -> broken(source.scanned(shard, by)))
                        .toList(),
                IntStream.range(0, scale.target().shards())
                        .mapToObj(shard -> off == Rule.SWEEP_COUNTED
                                ? broken(target.scanned(shard, by))
                                : target.scanned(shard, by))
                        .toList(),
                lanes(by),
                () -> {});
    }

    private ScannedShard broken(ScannedShard shard) {
        return switch (off) {
            case SWEEP_ASKS_AGAIN, SWEEP_COUNTED -> {
                Rule broken = off;
                yield new ModelScannedShard(() -> new BrokenScan(shard.locate(), broken), shard::elected);
            }
            case null, default -> shard;
        };
    }

    private Lanes lanes(SimulatedProcess by) {
        Lanes lanes = new ModelLanes(scale, kafka, by);
        return off == null ? lanes : new BrokenLanes(lanes, off, source::maxSeqNo);
    }

    /// For good.
    void end() {
        process.kill();
    }
}
