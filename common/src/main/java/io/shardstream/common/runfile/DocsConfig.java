package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.Trim;
import java.util.Optional;
import java.util.OptionalLong;

/// What the docs topic takes.
///
/// @param maxDocument the largest document that is copied, in bytes; larger ones become rejects; empty for 10 MiB
/// @param maxBacklog bytes of all lanes together that may wait for the writers before readers wait for them; empty
///   for what suits brokers and writers
/// @param trim what may be taken away from its start while the run works; empty for what suits the target
/// @param sealKey seals the documents; empty for a run that does not seal them
public record DocsConfig(
        OptionalLong maxDocument, OptionalLong maxBacklog, Optional<Trim> trim, Optional<Secret> sealKey) {
    public DocsConfig {
        if (maxDocument.orElse(1) < 1) {
            throw new IllegalArgumentException("the largest document must have a byte, got " + maxDocument.getAsLong());
        }
        if (maxBacklog.orElse(1) < 1) {
            throw new IllegalArgumentException("the backlog must have a byte, got " + maxBacklog.getAsLong());
        }
    }
}
