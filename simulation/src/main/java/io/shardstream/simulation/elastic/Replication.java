package io.shardstream.simulation.elastic;

import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The copies of one shard, each on a node, and what primaries send to the others: operations, their global
/// checkpoints, and what is held up while a node is cut off. Which copy is a primary is for [ShardModel] to say.
final class Replication {
    private static final Duration DELAY = Duration.ofMillis(25);

    private final Kernel kernel;
    private final String name;
    private final SimulatedCopy[] copies = new SimulatedCopy[ShardModel.NODES];
    private final List<Message> stuck = new ArrayList<>();
    private final TreeMap<Long, ModelOperation> acknowledged = new TreeMap<>();
    private int isolated = -1;

    /// From a primary to another copy.
    ///
    /// @param number of the operation, -1 for a message that carries the checkpoint only
    private record Message(
            int from,
            int to,
            SimulatedCopy receiver,
            long term,
            long number,
            ModelOperation operation,
            long globalCheckpoint) {}

    /// There are copies once [#replace] has put one on every node.
    Replication(Kernel kernel, String name) {
        this.kernel = kernel;
        this.name = name;
    }

    SimulatedCopy copy(int node) {
        return copies[node];
    }

    void replace(int node, SimulatedCopy copy) {
        copies[node] = copy;
    }

    /// Whether nodes hear each other.
    boolean reach(int one, int other) {
        return one == other || (one != isolated && other != isolated);
    }

    /// A client's operation, at one of the nodes that take themselves for the primary.
    void write(ModelOperation operation) {
        List<Integer> candidates = new ArrayList<>();
        for (int node = 0; node < copies.length; node++) {
            if (copies[node].active && copies[node].primary && !copies[node].handedOver) {
                candidates.add(node);
            }
        }
        if (candidates.isEmpty()) {
            return;
        }
        int node = candidates.get(kernel.random().nextInt(candidates.size()));
        SimulatedCopy copy = copies[node];
        long number = copy.history.max() + 1;
        copy.take(number, operation);
        copy.unacknowledged.put(number, () -> acknowledged.put(number, operation));
        kernel.trace(() -> name + " n" + node + " term " + copy.term + " #" + number + " " + operation.text());
        for (int other : copy.inSync) {
            send(node, other, number, operation);
        }
        advance(node);
    }

    /// What clients were told that it is done.
    Map<Long, ModelOperation> acknowledged() {
        return acknowledged;
    }

    /// Sends an operation from a primary to another copy, or with number -1 its checkpoint only.
    void send(int from, int to, long number, ModelOperation operation) {
        if (from != to) {
            SimulatedCopy sender = copies[from];
            Message message =
                    new Message(from, to, copies[to], sender.term, number, operation, sender.globalCheckpoint);
            kernel.after(kernel.around(DELAY), () -> deliver(message));
        }
    }

    private void deliver(Message message) {
        if (!reach(message.from(), message.to())) {
            stuck.add(message);
            return;
        }
        SimulatedCopy receiver = message.receiver();
        boolean isPrimaryOfTerm = receiver.primary && !receiver.handedOver && message.term() == receiver.term;
        if (copies[message.to()] != receiver || !receiver.active || message.term() < receiver.term || isPrimaryOfTerm) {
            return;
        }
        if (message.term() > receiver.term) {
            receiver.enterTerm(message.term(), message.globalCheckpoint());
        }
        if (message.number() >= 0) {
            receiver.take(message.number(), message.operation());
        }
        receiver.globalCheckpoint = Math.max(
                receiver.globalCheckpoint, Math.min(message.globalCheckpoint(), receiver.history.checkpoint()));
        SimulatedCopy sender = copies[message.from()];
        if (sender.primary && sender.term == message.term() && !sender.handedOver) {
            sender.checkpoints.put(message.to(), receiver.history.checkpoint());
            advance(message.from());
        }
    }

    /// A primary acknowledges what all of its in-sync copies have.
    void advance(int node) {
        SimulatedCopy copy = copies[node];
        copy.checkpoints.put(node, copy.history.checkpoint());
        if (!copy.primary || copy.handedOver || copy.inSync.isEmpty()) {
            return;
        }
        long everywhere = copy.inSync.stream()
                .mapToLong(member -> copy.checkpoints.getOrDefault(member, -2L))
                .min()
                .orElse(-2);
        copy.globalCheckpoint = Math.max(copy.globalCheckpoint, everywhere);
        Map<Long, Runnable> done = copy.unacknowledged.headMap(everywhere, true);
        done.values().forEach(Runnable::run);
        done.clear();
    }

    /// Primaries tell the other copies their global checkpoint, as they do after a while.
    void synchronize() {
        for (int node = 0; node < copies.length; node++) {
            SimulatedCopy copy = copies[node];
            if (copy.active && copy.primary && !copy.handedOver) {
                for (int other : copy.inSync) {
                    send(node, other, -1, ModelOperation.NOTHING);
                }
            }
        }
    }

    /// Whether that node is cut off from the others.
    boolean isIsolated(int node) {
        return node == isolated;
    }

    /// The node that is cut off from the others, -1 if none is.
    int isolated() {
        return isolated;
    }

    /// Cuts one of these nodes off from the others, not from clients and readers.
    void isolateOneOf(List<Integer> nodes) {
        isolated = nodes.get(kernel.random().nextInt(nodes.size()));
        kernel.trace(() -> name + " n" + isolated + " is isolated");
    }

    /// The node that was cut off hears what was held up.
    void heal() {
        kernel.trace(() -> name + " n" + isolated + " is back");
        isolated = -1;
        List<Message> late = List.copyOf(stuck);
        stuck.clear();
        late.forEach(message -> kernel.after(kernel.around(DELAY), () -> deliver(message)));
    }
}
