package io.shardstream.writer.send;

import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.pace.HeldBack;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Counts what this process writes, and what keeps it from writing more; written by the loop's thread, read
/// by anybody without making it wait. A node that gets nothing any more keeps its counts.
public final class WriteCounter {
    private final Map<String, NodeCounter> nodes = new ConcurrentHashMap<>();
    private final HeldBack held = new HeldBack();
    private final AccessRefusals refusals = new AccessRefusals(System::nanoTime);
    private volatile int lanes;
    private volatile BulkTimes times = (_, _) -> {};

    /// The counts of a node.
    ///
    /// @param name empty for any
    public NodeCounter of(String name) {
        return nodes.computeIfAbsent(name, _ -> new NodeCounter());
    }

    /// This process holds so many lanes.
    public void lanes(int held) {
        if (held != lanes) {
            lanes = held;
        }
    }

    public int lanes() {
        return lanes;
    }

    /// A bulk for this node has come back, or was given up.
    public void took(String node, long nanos) {
        of(node).took(nanos);
        times.took(node, nanos);
    }

    /// Tells these from now on, on the loop's thread.
    public void times(BulkTimes told) {
        times = told;
    }

    /// What keeps the writer from writing more.
    public HeldBack held() {
        return held;
    }

    /// Where the target does not let the writer in.
    public AccessRefusals refusals() {
        return refusals;
    }

    /// One for each node that this process has sent anything to.
    public List<NodeFigures> nodes() {
        return nodes.entrySet().stream()
                .map(one -> one.getValue().figures(one.getKey()))
                .toList();
    }
}
