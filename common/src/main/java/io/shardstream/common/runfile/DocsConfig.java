package io.shardstream.common.runfile;

import io.shardstream.common.topic.Trim;

/// What the docs topic takes.
///
/// @param maxDocument the largest document that is copied, in bytes; larger ones become rejects
/// @param maxBacklog bytes of all lanes together that may wait for the writers before readers wait for them
/// @param trim what may be taken away from its start while the run works
public record DocsConfig(long maxDocument, long maxBacklog, Trim trim) {
    public DocsConfig {
        if (maxDocument < 1) {
            throw new IllegalArgumentException("the largest document must have a byte, got " + maxDocument);
        }
        if (maxBacklog < 1) {
            throw new IllegalArgumentException("the backlog must have a byte, got " + maxBacklog);
        }
    }
}
