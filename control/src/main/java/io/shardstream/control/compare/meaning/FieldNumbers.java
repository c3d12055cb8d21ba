package io.shardstream.control.compare.meaning;

/// In how many documents both sides find a field, in one round.
///
/// @param underWay by how many documents these numbers may differ although both sides find the same
record FieldNumbers(FieldPair field, long source, long target, long underWay) {
    boolean isEqual() {
        return source == target;
    }

    /// Whether documents under way may be all that differs.
    boolean isExplained() {
        return Math.abs(source - target) <= underWay;
    }

    /// The more telling one of two rounds: equal numbers were equal, whatever came later; otherwise the later
    /// one.
    FieldNumbers then(FieldNumbers later) {
        return isEqual() ? this : later;
    }
}
