package io.shardstream.control.run.block;

import io.shardstream.control.index.cluster.Alias;
import java.util.List;

/// What the beginning of a cut-over hands on to the process that goes on with it, if it is the same one.
///
/// @param steps that were taken, to be counted on
/// @param seen the source's aliases for which it was found what clients would notice; none by another process
public record Begun(Steps steps, List<Alias> seen) {
    public Begun {
        seen = List.copyOf(seen);
    }

    /// By another process.
    public static Begun elsewhere(Steps steps) {
        return new Begun(steps, List.of());
    }
}
