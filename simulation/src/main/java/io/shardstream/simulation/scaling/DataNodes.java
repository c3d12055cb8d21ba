package io.shardstream.simulation.scaling;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.simulation.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The target: data nodes and where its primaries are. When a node is killed, replicas on the others take
/// over from its primaries after a while.
final class DataNodes {
    private static final long PROMOTION = 500_000_000;

    private final Kernel kernel;
    private final List<ModelDataNode> nodes;
    private final List<ModelDataNode> primaries;

    DataNodes(Kernel kernel, int count, int shards) {
        this.kernel = kernel;
        this.nodes = IntStream.range(0, count)
                .mapToObj(number -> new ModelDataNode(kernel, "n" + number))
                .toList();
        this.primaries = new ArrayList<>(IntStream.range(0, shards)
                .mapToObj(shard -> nodes.get(shard % count))
                .toList());
    }

    List<ModelDataNode> alive() {
        return nodes.stream().filter(node -> !node.isGone()).toList();
    }

    ModelDataNode primaryOf(int shard) {
        return primaries.get(shard);
    }

    /// The node of that name, or any other one while it is gone; empty for any.
    ModelDataNode of(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name) && !node.isGone())
                .findFirst()
                .orElseGet(() -> alive().get(kernel.random().nextInt(alive().size())));
    }

    PrimaryNodes said() {
        return new PrimaryNodes(primaries.stream().map(ModelDataNode::name).toList());
    }

    long indexed() {
        return nodes.stream().mapToLong(ModelDataNode::indexed).sum();
    }

    long refused() {
        return nodes.stream().mapToLong(ModelDataNode::refused).sum();
    }

    /// Kills a node.
    ///
    /// @param promoted told when its primaries are on other nodes
    void kill(int number, Runnable promoted) {
        ModelDataNode dead = nodes.get(number);
        dead.kill();
        kernel.after(PROMOTION, () -> {
            List<ModelDataNode> others = alive();
            int next = 0;
            for (int shard = 0; shard < primaries.size(); shard++) {
                if (primaries.get(shard) == dead) {
                    primaries.set(shard, others.get(next++ % others.size()));
                }
            }
            promoted.run();
        });
    }
}
