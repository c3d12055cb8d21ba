package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.VersionWord;
import java.util.List;
import java.util.Map;

/// Of which documents the bytes were found equal before, and need not be compared again.
///
/// @param source by source shard, the number up to which the bytes of all its live documents were found
///     equal, in the history and term that it is in now
/// @param target by target shard, the highest own number that it had before that: what has a higher one was
///     written again since, under whatever word; empty if nothing is known
public record KnownContents(Map<Integer, Long> source, List<Long> target) {
    /// Nothing.
    public static final KnownContents NONE = new KnownContents(Map.of(), List.of());

    public KnownContents {
        source = Map.copyOf(source);
        target = List.copyOf(target);
    }

    /// -1 if nothing is known of a source shard.
    public long upTo(int sourceShard) {
        return source.getOrDefault(sourceShard, -1L);
    }

    /// Whether a document of the target would count as known by its word, and was written since.
    boolean isRewritten(int targetShard, long seqNo, VersionWord word) {
        return word.seqNo() <= upTo(word.sourceShard()) && seqNo > target.get(targetShard);
    }
}
