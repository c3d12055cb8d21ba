package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.VersionWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// What the first pass over the target found.
public final class TargetWords {
    private final Map<Integer, SourceWords> source;
    private final Map<Integer, Roaring64Bitmap> tooMany = new HashMap<>();
    private final Map<Integer, Roaring64Bitmap> rewritten = new HashMap<>();
    private long judged;
    private long foreign;
    private long ofLowerLineage;
    private long ahead;
    private final AheadWords aheadWords = new AheadWords();
    private final List<OwnWords> own = new ArrayList<>();
    private int shards;
    private boolean isOwnTooMuch;

    TargetWords(Map<Integer, SourceWords> source) {
        this.source = source;
    }

    void add(TargetScan.ShardWords shard) {
        shards++;
        OwnWordsReading read = shard.own;
        if (read != null) {
            read.all().ifPresentOrElse(own::add, () -> isOwnTooMuch = true);
        }
        shard.judged.forEach((sourceShard, numbers) -> {
            SourceWords words = source.get(sourceShard);
            if (words != null) {
                judged += numbers.size();
                tooMany.computeIfAbsent(sourceShard, _ -> new Roaring64Bitmap())
                        .or(words.live().takeAway(numbers));
            }
        });
        shard.rejectedToo.forEach((sourceShard, numbers) ->
                tooMany.computeIfAbsent(sourceShard, _ -> new Roaring64Bitmap()).or(numbers));
        shard.rewritten.forEach((sourceShard, numbers) -> rewritten
                .computeIfAbsent(sourceShard, _ -> new Roaring64Bitmap())
                .or(numbers));
        foreign += shard.foreign;
        ofLowerLineage += shard.ofLowerLineage;
        ahead += shard.beyond;
        aheadWords.addAll(shard.ahead);
    }

    /// The numbers of documents of a source shard whose contents were known and that the target has written
    /// again.
    public Roaring64Bitmap rewritten(int sourceShard) {
        return rewritten.getOrDefault(sourceShard, new Roaring64Bitmap());
    }

    /// Words that were held against the source's.
    public long judged() {
        return judged + ofLowerLineage;
    }

    /// Documents whose version is none of the run's.
    public long foreign() {
        return foreign;
    }

    /// Documents with words above those of the source: written since, or by nobody that we know.
    public long ahead() {
        return ahead;
    }

    /// Their words, if they were to be kept ([TargetScan#keepingForBaseline]).
    public AheadWords aheadWords() {
        return aheadWords;
    }

    /// How documents are found that have some of these words.
    ///
    /// @return empty if own numbers and words would be needed for that, and are not kept or do not fit into
    ///     memory
    public Optional<WordLookup> lookup() {
        if (isOwnTooMuch) {
            return Optional.empty();
        }
        return Optional.of(own.size() == shards ? new WordLookup.ByOwnNumber(own) : new WordLookup.ByVersion());
    }

    /// Whether the target holds words of a lower lineage than the source's.
    public boolean hasLowerLineages() {
        return ofLowerLineage > 0;
    }

    /// The numbers of a source shard that the target holds more often than the source, and those that it
    /// refused of another document.
    public Roaring64Bitmap tooMany(int sourceShard) {
        return tooMany.getOrDefault(sourceShard, new Roaring64Bitmap());
    }

    /// Whether the target holds words more often than the source does, or such that it refused of another
    /// document, or such of a lower lineage.
    public boolean hasCandidates() {
        return ofLowerLineage > 0 || tooMany.values().stream().anyMatch(numbers -> !numbers.isEmpty());
    }

    /// Whether this is the version of a document with a word above those of the source.
    public boolean isAhead(long version, int sourceShards) {
        if (VersionWord.isForeign(version, sourceShards)) {
            return false;
        }
        VersionWord word = VersionWord.of(version);
        SourceWords words = source.get(word.sourceShard());
        return words != null && words.isExceededBy(word);
    }

    /// Whether this is the version of such a document, or of one that shares its number.
    public boolean isCandidate(long version, int sourceShards) {
        if (VersionWord.isForeign(version, sourceShards)) {
            return false;
        }
        VersionWord word = VersionWord.of(version);
        SourceWords words = source.get(word.sourceShard());
        if (words == null || !words.judges(word)) {
            return false;
        }
        Roaring64Bitmap numbers = tooMany.get(word.sourceShard());
        return word.lineage() < words.lineage() || (numbers != null && numbers.contains(word.seqNo()));
    }
}
