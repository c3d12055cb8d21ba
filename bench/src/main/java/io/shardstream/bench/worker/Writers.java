package io.shardstream.bench.worker;

import java.util.Collections;
import java.util.List;

/// The writers of a run.
///
/// @param pins what each of them prefers: a data node of the target, `auto`, or empty for nothing
/// @param knowPrimaries whether the run says where the target's primaries are, as a controller makes it; if not, bulks
///     go to any node
public record Writers(List<String> pins, boolean knowPrimaries) {
    /// One, which prefers nothing.
    public static final Writers ONE = unpinned(1, true);

    public Writers {
        pins = List.copyOf(pins);
        if (pins.isEmpty()) {
            throw new IllegalArgumentException("a run without writers writes nothing");
        }
    }

    /// One for each of these nodes.
    public static Writers pinnedTo(List<String> nodes) {
        return new Writers(nodes, true);
    }

    /// So many that prefer nothing.
    public static Writers unpinned(int count, boolean knowPrimaries) {
        return new Writers(Collections.nCopies(count, ""), knowPrimaries);
    }
}
