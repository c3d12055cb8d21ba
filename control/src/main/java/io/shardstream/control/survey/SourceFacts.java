package io.shardstream.control.survey;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.survey.index.ShardFacts;
import java.util.List;

/// The index that is to be copied.
///
/// @param shards what each primary holds; empty if the cluster does not tell
/// @param documents live ones that a search finds; nested ones are not counted
/// @param routed those of them with a custom routing
public record SourceFacts(IndexDescription index, List<ShardFacts> shards, long documents, long routed) {
    public SourceFacts {
        shards = List.copyOf(shards);
    }

    /// What its primaries take on disk.
    public long bytes() {
        return ShardFacts.bytes(shards);
    }
}
