package io.shardstream.control.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Divides the numbers of the source into rounds, each of which fits into memory: as many shards together as
/// may be, and a shard that is too large for itself in pieces. For each round the target is read once.
public final class Rounds {
    private Rounds() {}

    /// @param documents live documents by source shard
    /// @param mostNumbers numbers in memory at once, at least 1
    public static List<List<Part>> of(Map<Integer, ShardSize> documents, long mostNumbers) {
        List<List<Part>> rounds = new ArrayList<>();
        List<Part> round = new ArrayList<>();
        long numbers = 0;
        for (Map.Entry<Integer, ShardSize> shard : documents.entrySet()) {
            long live = shard.getValue().documents();
            if (live > mostNumbers) {
                pieces(shard.getKey(), shard.getValue(), mostNumbers).forEach(piece -> rounds.add(List.of(piece)));
                continue;
            }
            if (numbers + live > mostNumbers) {
                rounds.add(round);
                round = new ArrayList<>();
                numbers = 0;
            }
            round.add(Part.whole(shard.getKey()));
            numbers += live;
        }
        if (!round.isEmpty()) {
            rounds.add(round);
        }
        return rounds;
    }

    /// As if the live numbers lay evenly among all.
    private static List<Part> pieces(int shard, ShardSize size, long mostNumbers) {
        long count = Math.ceilDiv(size.documents(), mostNumbers);
        long width = Math.max(1, Math.ceilDiv(size.checkpoint() + 1, count));
        List<Part> pieces = new ArrayList<>();
        long above = -1;
        while (above + width < size.checkpoint()) {
            pieces.add(new Part(shard, above, above + width));
            above += width;
        }
        pieces.add(new Part(shard, above, Part.OPEN));
        return pieces;
    }

    /// How large a source shard is.
    ///
    /// @param checkpoint its highest number that matters
    /// @param documents live documents up to there
    public record ShardSize(long checkpoint, long documents) {}
}
