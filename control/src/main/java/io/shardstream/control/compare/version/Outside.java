package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.compare.scan.NumberSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// The versions that are not judged, in pieces of one kind each: those that the run cannot have written,
/// words of a lower lineage, and words above those that are judged or of other shards.
final class Outside {
    private static final long BEYOND_WORDS = 1L << 53;

    private final List<NumberSpan> spans = new ArrayList<>();
    private final Map<Integer, SourceWords> source;
    private final int sourceShards;

    /// @param judged from the lowest
    /// @param sourceShards of the run
    Outside(List<NumberSpan> judged, Map<Integer, SourceWords> source, int sourceShards) {
        this.source = Map.copyOf(source);
        this.sourceShards = sourceShards;
        SortedSet<Long> borders = borders(source.values());
        for (NumberSpan span : NumberSpan.outside(judged)) {
            long from = span.from();
            for (long border : borders.subSet(from, span.to())) {
                if (border > from) {
                    spans.add(new NumberSpan(from, border));
                    from = border;
                }
            }
            spans.add(new NumberSpan(from, span.to()));
        }
    }

    private SortedSet<Long> borders(Collection<SourceWords> shards) {
        long ofShard = word(VersionWord.FIRST_LINEAGE, 1) - word(VersionWord.FIRST_LINEAGE, 0);
        SortedSet<Long> borders = new TreeSet<>();
        borders.add(BEYOND_WORDS);
        for (int lineage = VersionWord.FIRST_LINEAGE; lineage <= VersionWord.MAX_LINEAGE; lineage++) {
            borders.add(word(lineage, 0));
            borders.add(word(lineage, sourceShards - 1) + ofShard);
            for (SourceWords words : shards) {
                if (lineage < words.lineage()) {
                    borders.add(word(lineage, words.shard()));
                    borders.add(word(lineage, words.shard()) + ofShard);
                }
            }
        }
        return borders;
    }

    private static long word(int lineage, int shard) {
        return new VersionWord(lineage, shard, 0).value();
    }

    List<NumberSpan> spans() {
        return List.copyOf(spans);
    }

    /// How many documents have versions that the run cannot have written.
    ///
    /// @param counts by these spans
    long foreign(List<Long> counts) {
        long foreign = 0;
        for (int i = 0; i < spans.size(); i++) {
            foreign += isForeign(spans.get(i)) ? counts.get(i) : 0;
        }
        return foreign;
    }

    private boolean isForeign(NumberSpan span) {
        return VersionWord.isForeign(span.from(), sourceShards);
    }

    /// The source shards of which the target has words of a lower lineage than theirs is now.
    ///
    /// @param counts by these spans
    SortedSet<Integer> lowerLineages(List<Long> counts) {
        SortedSet<Integer> shards = new TreeSet<>();
        for (int i = 0; i < spans.size(); i++) {
            if (counts.get(i) > 0 && !isForeign(spans.get(i))) {
                VersionWord word = VersionWord.of(spans.get(i).from());
                SourceWords words = source.get(word.sourceShard());
                if (words != null && word.lineage() < words.lineage()) {
                    shards.add(word.sourceShard());
                }
            }
        }
        return shards;
    }
}
