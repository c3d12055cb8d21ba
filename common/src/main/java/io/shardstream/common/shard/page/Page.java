package io.shardstream.common.shard.page;

import java.util.List;

/// What one search response says.
///
/// @param timedOut `timed_out`
/// @param shards `_shards.total`
/// @param successful `_shards.successful`
/// @param failed `_shards.failed`
/// @param total `hits.total.value`
/// @param exact whether `hits.total.relation` is `eq`
/// @param hits the documents, sharing the response's bytes
/// @param position `_shard_doc` of the last document, or [#NO_POSITION] where the search was not sorted by it
public record Page(
        boolean timedOut,
        long shards,
        long successful,
        long failed,
        long total,
        boolean exact,
        List<Hit> hits,
        long position) {
    /// Positions begin at 0.
    public static final long NO_POSITION = -1;

    public Page {
        hits = List.copyOf(hits);
    }

    /// Whether exactly one shard was asked and answered in full. A shard that is not there answers with
    /// a total of 0 and no failure.
    public boolean isWholeShard() {
        return !timedOut && shards == 1 && successful == 1 && failed == 0;
    }

    /// Whether it holds every document that the search found.
    public boolean isComplete() {
        return exact && total == hits.size();
    }
}
