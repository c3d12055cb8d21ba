package io.shardstream.control.counting;

import org.jspecify.annotations.Nullable;

/// What has a sequence number in a shard.
///
/// @param id empty for one that does nothing, such as those that fill gaps after a fail-over
/// @param version the word that a writer gave, or a client's own
/// @param body null for a delete
record CountedOperation(String id, long version, @Nullable String body) {
    static final CountedOperation NOTHING = new CountedOperation("", 0, null);

    boolean isNothing() {
        return id.isEmpty();
    }
}
