package io.shardstream.control.cutover;

import io.shardstream.common.primary.Numbers;
import io.shardstream.common.record.Checkpoint;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The histories of the source's shards that were copied. One that was restored since, or of which a stale or
/// empty copy was made the primary, has another one, and gives its numbers out anew: they say nothing of what
/// it holds.
final class CopiedHistories {
    private CopiedHistories() {}

    /// The shards that have another one now, lowest first.
    ///
    /// @param now by shard; none of a copy that a cut-over has made, which has histories of its own
    static List<Integer> renewed(Around around, List<Numbers> now) {
        Map<Integer, Checkpoint> copied = around.lanes().state().checkpoints();
        return IntStream.range(0, now.size())
                .filter(shard ->
                        copied.containsKey(shard) && isAnother(copied.get(shard).historyUuid(), now.get(shard)))
                .boxed()
                .toList();
    }

    /// One that was left for an older state of its disk has a number behind its uuid.
    private static boolean isAnother(String copied, Numbers now) {
        return !copied.contains(Checkpoint.LEFT_AT)
                && !copied.equals(now.identity().historyUuid());
    }
}
