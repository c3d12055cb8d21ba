package io.shardstream.control.progress;

import java.time.Instant;
import java.util.Optional;

/// How far a run that follows its source is behind it.
///
/// @param operations that the source has acknowledged and that are not read yet
/// @param waitsFor why some of them cannot be read yet, as the end of a sentence; empty for nothing
/// @param at when somebody has seen that; empty for now
public record Behind(long operations, String waitsFor, Optional<Instant> at) {
    /// One of now.
    public Behind(long operations, String waitsFor) {
        this(operations, waitsFor, Optional.empty());
    }
}
