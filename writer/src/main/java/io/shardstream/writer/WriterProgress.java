package io.shardstream.writer;

import io.shardstream.writer.lane.FinalOutcome;
import io.shardstream.writer.send.NodeFigures;
import java.util.List;

/// What a writer has done since its process started; a record that came again counts again.
///
/// @param applied documents that the target took
/// @param superseded documents for which the target already had something newer
/// @param rejected documents that went to the rejects topic
/// @param bytes `_source` bytes of all of them
public record WriterProgress(long applied, long superseded, long rejected, long bytes) {
    static WriterProgress of(List<NodeFigures> nodes) {
        return new WriterProgress(
                records(nodes, FinalOutcome.APPLIED),
                records(nodes, FinalOutcome.SUPERSEDED),
                records(nodes, FinalOutcome.REJECTED),
                nodes.stream().mapToLong(NodeFigures::bytes).sum());
    }

    private static long records(List<NodeFigures> nodes, FinalOutcome outcome) {
        return nodes.stream().mapToLong(node -> node.records(outcome)).sum();
    }

    /// Documents with an outcome.
    public long documents() {
        return applied + superseded + rejected;
    }
}
