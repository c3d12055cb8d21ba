package io.shardstream.workload.compare;

import org.jspecify.annotations.Nullable;

/// What makes a document one: its `_id` and, where it has one, its `_routing`.
public record DocumentId(String id, @Nullable String routing) {
    public static DocumentId of(String id) {
        return new DocumentId(id, null);
    }

    @Override
    public String toString() {
        return routing == null ? id : id + " (routing " + routing + ")";
    }
}
