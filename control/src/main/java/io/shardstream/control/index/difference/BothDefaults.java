package io.shardstream.control.index.difference;

/// What fields of both sides are where their mappings do not say it.
record BothDefaults(FieldDefaults source, FieldDefaults target) {
    static BothDefaults of(IndexSettings source, IndexSettings target) {
        return new BothDefaults(FieldDefaults.of(source), FieldDefaults.of(target));
    }
}
