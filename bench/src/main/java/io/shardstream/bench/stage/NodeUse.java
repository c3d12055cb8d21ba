package io.shardstream.bench.stage;

/// What one node has used of its machine, since it began or in a while.
///
/// @param node its name
/// @param processorSeconds user and system
/// @param periods of 20 ms in which it wanted to run, if it has a processor budget
/// @param held periods of these in which it was held back
public record NodeUse(String node, double processorSeconds, long periods, long held) {
    /// What it has used since.
    public NodeUse since(NodeUse before) {
        return new NodeUse(
                node, processorSeconds - before.processorSeconds, periods - before.periods, held - before.held);
    }

    /// Both together.
    public NodeUse plus(NodeUse other) {
        return new NodeUse(node, processorSeconds + other.processorSeconds, periods + other.periods, held + other.held);
    }
}
