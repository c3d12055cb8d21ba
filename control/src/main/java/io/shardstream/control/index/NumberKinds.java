package io.shardstream.control.index;

import java.util.Set;

/// Kinds of fields that hold numbers, as mappings name them (pages "Numeric field types" of both servers'
/// documentation).
public final class NumberKinds {
    public static final Set<String> ALL = Set.of(
            "long", "integer", "short", "byte", "double", "float", "half_float", "scaled_float", "unsigned_long");

    private NumberKinds() {}
}
