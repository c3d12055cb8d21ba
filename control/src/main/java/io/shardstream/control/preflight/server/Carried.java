package io.shardstream.control.preflight.server;

import io.shardstream.control.state.topics.DocumentLimit;
import java.util.OptionalLong;

/// The largest document that gets from the source to the target.
///
/// @param bytes of its `_source`
/// @param raise what to raise for larger ones
public record Carried(long bytes, String raise) {
    private static final double OF_HEAP = 0.025;

    /// @param asked the run file's `docs.max-document`
    /// @param toKafka smallest `socket.request.max.bytes` of the brokers
    /// @param toTarget smallest `http.max_content_length` of the target's nodes
    /// @param pressed the part of a heap that indexing takes for one document; empty if the target knows no
    ///     such limit
    public static Carried of(OptionalLong asked, long toKafka, long toTarget, OptionalLong pressed) {
        long limit = DocumentLimit.of(asked, toKafka, toTarget).documentBytes();
        if (pressed.isPresent() && pressed.getAsLong() < limit) {
            return new Carried(
                    pressed.getAsLong(),
                    "Give the target's nodes more heap: they refuse a document of more than about 2.5 % of it.");
        }
        return new Carried(
                limit,
                limit
                                < DocumentLimit.of(OptionalLong.of(Long.MAX_VALUE), toKafka, toTarget)
                                        .documentBytes()
                        ? "Raise docs.max-document, and the limits of Kafka (socket.request.max.bytes) and of the"
                                + " target (http.max_content_length) with it."
                        : "Raise the limits of Kafka (socket.request.max.bytes) and of the target"
                                + " (http.max_content_length).");
    }

    /// What Elasticsearch 9 takes of one document before indexing pressure refuses it for ever; seen with
    /// 9.5.3.
    ///
    /// @param heap the smallest heap of the target's data nodes
    public static long ofHeap(long heap) {
        return (long) (heap * OF_HEAP);
    }
}
