package io.shardstream.control.compare.meaning;

/// One field as both sides search for it.
record FieldPair(SearchedField source, SearchedField target) {
    String name() {
        return source.name();
    }

    /// Whether it is in the mapping of a side as one of that kind.
    boolean isAny(SearchedField.Kind kind) {
        return source.kind() == kind || target.kind() == kind;
    }

    SearchedField of(boolean inSource) {
        return inSource ? source : target;
    }
}
