package io.shardstream.reader;

import io.shardstream.common.pace.Holding;
import io.shardstream.common.shard.CopyLocation;
import java.util.List;
import java.util.stream.Collectors;

/// What a reader holds of each node, from where its shards were found.
final class Holdings {
    private Holdings() {}

    /// @param all shards of the source
    static List<Holding> of(List<CopyLocation> places, int all) {
        return places.stream().collect(Collectors.groupingBy(CopyLocation::node)).entrySet().stream()
                .map(node -> new Holding(node.getKey(), node.getValue().size(), most(node.getValue(), all)))
                .toList();
    }

    /// Shards are found at different moments: the most that was told is what no limit is passed with.
    private static int most(List<CopyLocation> places, int all) {
        int told = places.stream().mapToInt(place -> place.primaries(all)).max().orElse(all);
        return Math.max(told, places.size());
    }
}
