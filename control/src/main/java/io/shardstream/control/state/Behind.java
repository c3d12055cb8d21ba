package io.shardstream.control.state;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How far a run that follows its source is behind it.
///
/// @param operations that the source has acknowledged and that are not read yet
/// @param waitsFor why some of them cannot be read yet, as the end of a sentence; empty for nothing
/// @param byShard the same by source shard; empty where only the sum is known
/// @param at when somebody has seen that; empty for now
public record Behind(long operations, String waitsFor, List<Long> byShard, Optional<Instant> at) {
    public Behind {
        byShard = List.copyOf(byShard);
    }

    /// Of which only the sum is known.
    public Behind(long operations, String waitsFor, Optional<Instant> at) {
        this(operations, waitsFor, List.of(), at);
    }

    /// One of now, of which only the sum is known.
    public Behind(long operations, String waitsFor) {
        this(operations, waitsFor, List.of(), Optional.empty());
    }
}
