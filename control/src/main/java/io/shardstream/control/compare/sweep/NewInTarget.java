package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.version.AheadWords;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.compare.version.OwnWords;
import io.shardstream.control.compare.version.OwnWordsReading;
import io.shardstream.control.compare.version.WordLookup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// What was written to a target shard behind its mark: what is new and old is said by the word, never by the
/// own number, since a record that is written again keeps its word.
public final class NewInTarget implements LiveDocuments {
    /// Where more were written again, everything is read.
    public static final int MOST_AGAIN = 5000;

    private final Baseline baseline;
    private final int shard;
    private final List<Long> upTo;
    private final Roaring64Bitmap newer = new Roaring64Bitmap();
    private final AheadWords ahead = new AheadWords();
    private final List<Again> again = new ArrayList<>();
    private final @Nullable OwnWordsReading own;
    private String problem = "";

    /// @param shard of the target
    /// @param upTo by source shard, its next checkpoint
    public NewInTarget(Baseline baseline, int shard, List<Long> upTo) {
        this.baseline = baseline;
        this.shard = shard;
        this.upTo = List.copyOf(upTo);
        this.own = baseline.lookup() instanceof WordLookup.ByOwnNumber
                ? new OwnWordsReading(bytes -> bytes <= ComparisonRounds.MOST_BYTES)
                : null;
    }

    /// A document that was written behind the mark, with a word up to the checkpoint or one that was ahead of
    /// it.
    ///
    /// @param shard of the target
    /// @param seqNo its own number
    public record Again(int shard, long seqNo, VersionWord word) {}

    @Override
    public void accept(long seqNo, long version) {
        OwnWordsReading all = own;
        if (all != null) {
            all.accept(seqNo, version);
        }
        if (!baseline.isWord(version)) {
            problem = "somebody else has written to the target, or the run under another lineage";
            return;
        }
        VersionWord word = VersionWord.of(version);
        if (word.seqNo() > upTo.get(word.sourceShard())) {
            ahead.add(version);
        } else if (!baseline.isNewer(word)) {
            if (again.size() == MOST_AGAIN) {
                problem = "the target has written more than " + MOST_AGAIN + " documents again";
            } else {
                again.add(new Again(shard, seqNo, word));
            }
        } else if (newer.contains(version)) {
            problem = "the target has a word twice";
        } else {
            newer.addLong(version);
        }
    }

    /// Words above the checkpoints, up to the next ones; without those that were ahead at the baseline.
    public Roaring64Bitmap newer() {
        return newer;
    }

    /// Words above the next checkpoints.
    public Roaring64Bitmap ahead() {
        return ahead.words();
    }

    public List<Again> again() {
        return again;
    }

    /// All that was read, where words are found by own numbers; nothing where they are not.
    public OwnWords own() {
        OwnWordsReading all = own;
        return all == null ? OwnWords.NONE : all.all().orElse(OwnWords.NONE);
    }

    /// Why nothing follows from this; empty if something does.
    public String problem() {
        OwnWordsReading all = own;
        if (all != null && all.all().isEmpty()) {
            return BaselineMaking.OWN_TOO_MANY;
        }
        return problem.isEmpty() ? ahead.problem() : problem;
    }
}
