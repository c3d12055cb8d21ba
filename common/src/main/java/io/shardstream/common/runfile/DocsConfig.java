package io.shardstream.common.runfile;

/// What the docs topic takes.
///
/// @param maxDocument the largest document that is copied, in bytes; larger ones become rejects
public record DocsConfig(long maxDocument) {
    public DocsConfig {
        if (maxDocument < 1) {
            throw new IllegalArgumentException("the largest document must have a byte, got " + maxDocument);
        }
    }
}
