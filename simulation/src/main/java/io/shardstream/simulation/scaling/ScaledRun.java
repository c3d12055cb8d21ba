package io.shardstream.simulation.scaling;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.runfile.BulkScope;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.WriterSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/// Real writers with the defaults of a run file, at data nodes of a fixed capacity, with a backlog that
/// never ends.
final class ScaledRun {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final int DOCUMENT_BYTES = 64 << 10;
    private static final int RECORDS_AT_ONCE = 16;
    private static final Duration SESSION = Duration.ofSeconds(6);
    private static final long LOOK = 1_000_000_000;
    private static final Duration BLIND = Duration.ofSeconds(1);
    private static final Duration SLICE = Duration.ofMillis(50);

    private final Kernel kernel;
    private final KafkaModel kafka;
    private final int lanes;
    private final DataNodes target;
    private final ClassicGroup group;
    private final List<ScaledWriter> writers = new ArrayList<>();

    /// @param shards of the target, and lanes
    ScaledRun(int writerCount, int shards, int nodes, Pin pin, long seed) {
        this.kernel = new Kernel(seed, false);
        this.kafka = new KafkaModel(kernel);
        this.lanes = shards;
        this.target = new DataNodes(kernel, nodes, shards);
        RunPlan plan = new RunPlan(
                "source",
                "source-uuid",
                1,
                "target",
                "target-uuid",
                new ShardRouting(shards, shards, 1),
                "Run-Write",
                "docs-id",
                1 << 20,
                List.of(-1L),
                0);
        kafka.createTopic(TOPICS.control(), 1);
        kafka.createTopic(TOPICS.outcomes(), shards);
        kafka.createTopic(TOPICS.rejects(), shards);
        say(RunPlan.KEY, plan.encode());
        say(PrimaryNodes.key(Side.TARGET), target.said().encode());
        this.group = new ClassicGroup(kernel, clusterOf(shards), SESSION);
        WriterSettings settings = new WriterSettings(
                5 << 20,
                BulkScope.AUTO,
                8,
                64 << 20,
                new MemberSettings(pin, Optional.empty(), SESSION),
                Throttle.NONE);
        LaneRecords records = new LaneRecords(TOPICS.docs(), DOCUMENT_BYTES, RECORDS_AT_ONCE);
        for (int i = 0; i < writerCount; i++) {
            SimulatedProcess process = new SimulatedProcess(kernel, "writer-" + i);
            writers.add(new ScaledWriter(process, TOPICS, plan, kafka, group, records, target, settings));
        }
    }

    private static Cluster clusterOf(int lanes) {
        List<PartitionInfo> partitions = IntStream.range(0, lanes)
                .mapToObj(lane -> new PartitionInfo(TOPICS.docs(), lane, null, new Node[0], new Node[0]))
                .toList();
        return new Cluster("kafka", List.of(), partitions, Set.of(), Set.of());
    }

    private void say(String key, byte[] value) {
        kafka.put(new ProducerRecord<>(TOPICS.control(), 0, key.getBytes(StandardCharsets.UTF_8), value));
    }

    DataNodes target() {
        return target;
    }

    /// How often the writers' group was divided.
    int divisions() {
        return group.generation();
    }

    void run(Duration time) {
        kernel.runUntil(kernel.nanos() + time.toNanos());
    }

    /// Lets time pass.
    ///
    /// @return bytes that were indexed in a second of it
    double bytesPerSecond(Duration time) {
        long before = target.indexed();
        run(time);
        return (target.indexed() - before) * 1e9 / time.toNanos();
    }

    /// Kills a data node. Its primaries move; a controller looks once a second where they are, and says so.
    void killNode(int number) {
        target.kill(
                number,
                () -> kernel.after(
                        (long) (kernel.random().nextDouble() * LOOK),
                        () -> say(PrimaryNodes.key(Side.TARGET), target.said().encode())));
    }

    /// Who works with each lane.
    Map<Integer, Integer> owners() {
        Map<Integer, Integer> owners = new HashMap<>();
        for (int writer = 0; writer < writers.size(); writer++) {
            for (int lane : writers.get(writer).holds()) {
                owners.put(lane, writer);
            }
        }
        return owners;
    }

    /// Whether every lane has a writer, and each writer lanes of one data node only.
    boolean isEachAtOneNode() {
        return owners().size() == lanes
                && writers.stream().allMatch(writer -> nodesOf(writer).size() <= 1);
    }

    private Set<ModelDataNode> nodesOf(ScaledWriter writer) {
        Set<ModelDataNode> nodes = new HashSet<>();
        writer.holds().forEach(lane -> nodes.add(target.primaryOf(lane)));
        return nodes;
    }

    /// Lets time pass until each writer works for one data node again.
    ///
    /// @return how much
    Duration settle() {
        // Nobody knows of anything at first, and all is as it was.
        Duration passed = BLIND;
        run(BLIND);
        while (!isEachAtOneNode()) {
            run(SLICE);
            passed = passed.plus(SLICE);
        }
        return passed;
    }

    void forgetCost() {
        writers.forEach(ScaledWriter::forget);
    }

    long steps() {
        return writers.stream().mapToLong(ScaledWriter::steps).sum();
    }

    /// Of the real machine, in the writers' loops.
    long nanos() {
        return writers.stream().mapToLong(ScaledWriter::nanos).sum();
    }
}
