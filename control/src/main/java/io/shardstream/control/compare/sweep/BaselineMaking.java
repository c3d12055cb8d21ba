package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.AheadWords;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.compare.version.TargetWords;
import io.shardstream.control.compare.version.WordLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Notes what a full comparison reads while it goes on, and makes a baseline of it. Where the comparison shows
/// something that counting cannot tell from a fault, there is none.
public final class BaselineMaking {
    /// Words that the target has too much after a sweep. Where there are more, the next sweep has to come
    /// first.
    private static final int MOST_GONE = NextBaseline.MOST;

    static final String OWN_TOO_MANY =
            "the target does not say which documents have a version, and their own numbers do not fit into memory";

    private final List<CopyNumbers> targetBefore;
    private final Map<Integer, SourceNumbers> source = new TreeMap<>();
    private final Roaring64Bitmap gone = new Roaring64Bitmap();
    private final AheadWords ahead = new AheadWords();
    private List<Baseline.Mark> marks = List.of();
    private WordLookup lookup = new WordLookup.ByVersion();
    private String problem = "";

    /// @param targetBefore by target shard, its numbers from before anything else was asked
    public BaselineMaking(List<CopyNumbers> targetBefore) {
        this.targetBefore = List.copyOf(targetBefore);
    }

    /// What is live in the source, before the target is held against it.
    public void source(Map<Integer, SourceWords> words) {
        if (!source.isEmpty()) {
            refuse("the numbers of the source do not fit into memory at once");
            return;
        }
        words.forEach((shard, of) -> {
            Roaring64Bitmap live = new Roaring64Bitmap();
            live.or(of.live().distinct());
            if (live.getLongCardinality() != of.live().size()) {
                refuse("documents of the source share sequence numbers, as in an index that was shrunk");
            }
            source.put(
                    shard,
                    new SourceNumbers(
                            shard,
                            of.lineage(),
                            of.upTo(),
                            of.upTo(),
                            of.visible().identity(),
                            live));
        });
    }

    /// What the target was found to have.
    ///
    /// @param shown by target shard, which copy said so
    public void target(TargetWords words, List<Visible> shown) {
        marks = shown.stream().map(Baseline.Mark::of).toList();
        for (int shard = 0; shard < shown.size(); shard++) {
            CopyIdentity before = targetBefore.get(shard).identity();
            Baseline.change("target", shard, before, shown.get(shard).identity())
                    .ifPresent(this::refuse);
        }
        if (words.foreign() > 0) {
            refuse("the target has documents that the run did not write");
        }
        if (words.hasLowerLineages()) {
            refuse("the target has words of a lower lineage");
        }
        ahead.addAll(words.aheadWords());
        if (!ahead.problem().isEmpty()) {
            refuse(ahead.problem());
        }
        words.lookup().ifPresentOrElse(how -> lookup = how, () -> refuse(OWN_TOO_MANY));
        source.forEach((shard, of) -> addGone(of, words.tooMany(shard)));
    }

    private void addGone(SourceNumbers of, Roaring64Bitmap numbers) {
        if (numbers.getLongCardinality() + gone.getLongCardinality() > MOST_GONE) {
            refuse("the target has more than " + MOST_GONE + " documents that the source has no more");
            return;
        }
        numbers.forEach(number -> {
            if (of.contains(number)) {
                refuse("the target has a word twice, or has refused documents");
            }
            gone.addLong(of.word(number));
        });
    }

    /// Says that there can be none.
    ///
    /// @param why a part of a sentence for people
    public void refuse(String why) {
        if (problem.isEmpty()) {
            problem = why;
        }
    }

    /// Why there is none; empty if there is one.
    public String problem() {
        return problem.isEmpty() && marks.isEmpty() ? "versions are not words" : problem;
    }

    /// What the comparison has left behind.
    public Optional<Baseline> made() {
        if (!problem().isEmpty() || !isWhole()) {
            return Optional.empty();
        }
        return Optional.of(
                new Baseline(new ArrayList<>(source.values()), marks, gone, ahead.words(), Map.of(), lookup));
    }

    /// Whether all source shards are there, and nothing has a lineage beyond words.
    private boolean isWhole() {
        return source.keySet().stream().mapToInt(shard -> shard).max().orElse(-1) == source.size() - 1
                && source.values().stream().allMatch(of -> of.lineage() <= VersionWord.MAX_LINEAGE);
    }
}
