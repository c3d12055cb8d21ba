package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.report.Curve;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ReadToEnd;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/// A copy of which one service is killed in the middle and started again at once.
///
/// @param name of the run and of its target
record KilledCopy(BenchServers stage, Workload workload, Path folder, String name) {
    private static final double NANOS = 1e9;
    private static final long LOOK_NANOS = 50_000_000;

    /// How much is done when the service is killed.
    private static final double MIDDLE = 0.35;

    /// The services that are killed.
    enum Victim {
        reader,
        writer
    }

    /// Copies everything, compares it with its source and deletes it.
    ///
    /// @throws IllegalStateException if the copy failed, or was over before the rate was back
    Recovery of(Victim victim) throws Exception {
        Path runFile = RunText.write(folder, name, stage, workload, workload.shards());
        try (LiveRun run = LiveRun.begin(runFile)) {
            LongSupplier progress = switch (victim) {
                case reader -> () -> run.state().docsRead();
                case writer -> () -> stage.written(name);
            };
            Service reader = run.start("reader", "--instance", "the-reader");
            Service writer = run.start("writer", "--instance", "the-writer");
            Service dying = switch (victim) {
                case reader -> reader;
                case writer -> writer;
            };
            Curve curve = new Curve();
            run.await("in the middle", () -> look(curve, progress) >= MIDDLE * workload.documents());
            double killed = now();
            dying.kill();
            dying.startAgain();
            run.await("complete", () -> {
                look(curve, progress);
                return !run.control().isAlive();
            });
            run.control().requireNotFailed();
            Repeated repeated = Repeated.of(workload.documents(), records(run), outcomes(run), stage.written(name));
            stage.requireEqual(workload.index(), name, workload.documents());
            stage.delete(name);
            return Recovery.of(curve, killed, repeated);
        }
    }

    private static double now() {
        return System.nanoTime() / NANOS;
    }

    private static long look(Curve curve, LongSupplier progress) {
        LockSupport.parkNanos(LOOK_NANOS);
        curve.add(now(), progress.getAsLong());
        return curve.last();
    }

    private static long records(LiveRun run) {
        return run.state().ends().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Outcome> outcomes(LiveRun run) {
        List<TopicPartition> lanes = IntStream.range(0, run.plan().lanes())
                .mapToObj(lane -> new TopicPartition(run.topics().outcomes(), lane))
                .toList();
        Consumer<byte[], byte[]> consumer = run.kafka().consumer("shardstream-bench", Map.of());
        try {
            consumer.assign(lanes);
            consumer.seekToBeginning(lanes);
            List<Outcome> outcomes = new ArrayList<>();
            ReadToEnd.read(consumer, lanes, record -> outcomes.add(Outcome.decode(record.value())));
            return outcomes;
        } finally {
            KafkaConnection.close(consumer);
        }
    }
}
