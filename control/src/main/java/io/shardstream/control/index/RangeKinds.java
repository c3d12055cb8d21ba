package io.shardstream.control.index;

import java.util.Set;

/// Kinds of fields that hold ranges, as mappings name them (pages "Range field types" of both servers'
/// documentation).
public final class RangeKinds {
    public static final Set<String> ALL =
            Set.of("integer_range", "float_range", "long_range", "double_range", "date_range", "ip_range");

    private RangeKinds() {}
}
