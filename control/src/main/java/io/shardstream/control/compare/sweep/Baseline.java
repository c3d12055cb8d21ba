package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.WordLookup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// What is known of both sides since a full comparison.
///
/// The claim: every document of the target that keeps an own number up to its shard's mark has a word whose
/// number is in `source`, or one of `gone` or `ahead`. A document that keeps its own number is what it was
/// when the target was read, which showed everything up to the marks; and it was read then, with its word. No
/// two documents had the same.
///
/// @param source by source shard, numbers among which all are that are live up to its checkpoint
/// @param target by target shard, up to which own number its documents were looked at
/// @param gone words that documents of the target may have and must not have
/// @param ahead words above the checkpoints that documents of the target may have
/// @param again by source shard, numbers whose documents the target has written again since it was compared
/// @param lookup how documents of the target with certain words are found; what it knows of own numbers is at
///     least what the claim is about
public record Baseline(
        List<SourceNumbers> source,
        List<Mark> target,
        Roaring64Bitmap gone,
        Roaring64Bitmap ahead,
        Map<Integer, Roaring64Bitmap> again,
        WordLookup lookup) {
    public Baseline {
        source = List.copyOf(source);
        target = List.copyOf(target);
        again = Map.copyOf(again);
    }

    /// How far a target shard was looked at.
    ///
    /// @param identity the primary that said so
    /// @param number a global checkpoint of it
    public record Mark(CopyIdentity identity, long number) {
        public static Mark of(Visible shown) {
            return new Mark(shown.identity(), shown.checkpoint());
        }

        /// What searches of the copy show by now without a refresh: all of it, if nobody has written since.
        ///
        /// @param now settled numbers
        Optional<Visible> shownBy(CopyNumbers now) {
            return Visible.unwritten(identity, number, now);
        }
    }

    /// Why nothing follows from this any more; empty if it holds. A change of the term makes it void: it is
    /// not looked into what a fail-over has taken back. So does a disk that was put back to an older state:
    /// it may have given out as many numbers again.
    ///
    /// @param nowInSource by shard
    /// @param nowInTarget by shard
    public Optional<String> problem(List<CopyNumbers> nowInSource, List<CopyNumbers> nowInTarget) {
        for (int shard = 0; shard < source.size(); shard++) {
            SourceNumbers of = source.get(shard);
            Optional<String> problem = problem("source", shard, of.identity(), of.upTo(), nowInSource.get(shard));
            if (problem.isPresent()) {
                return problem;
            }
        }
        for (int shard = 0; shard < target.size(); shard++) {
            Mark mark = target.get(shard);
            Optional<String> problem = problem("target", shard, mark.identity(), mark.number(), nowInTarget.get(shard));
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /// Its numbers may only grow, too: a disk may have been put back to an older state.
    private static Optional<String> problem(String side, int shard, CopyIdentity before, long number, CopyNumbers now) {
        return number > now.maxSeqNo() && before.hasTermOf(now.identity())
                ? Optional.of(putBack(side, shard))
                : change(side, shard, before, now.identity());
    }

    /// Why a shard may have lost what it had, as a part of a sentence; empty if it is in the same term and
    /// history, and no older state of its disk is known to have been put back.
    ///
    /// @param side `source` or `target`
    static Optional<String> change(String side, int shard, CopyIdentity before, CopyIdentity now) {
        if (now.isPutBack(before)) {
            return Optional.of(putBack(side, shard));
        }
        return before.hasTermOf(now)
                ? Optional.empty()
                : Optional.of("shard " + shard + " of the " + side + " has another primary term or history");
    }

    private static String putBack(String side, int shard) {
        return "an older state of the disk of shard " + shard + " of the " + side + " was put back";
    }

    /// Whether a version of the target is a word that the run gives now.
    public boolean isWord(long version) {
        if (VersionWord.isForeign(version, source.size())) {
            return false;
        }
        VersionWord word = VersionWord.of(version);
        return word.lineage() == source.get(word.sourceShard()).lineage();
    }

    /// Whether a word's number is above the checkpoint of its source shard, and no document that was looked
    /// at had it.
    public boolean isNewer(VersionWord word) {
        return word.seqNo() > source.get(word.sourceShard()).upTo() && !ahead.contains(word.value());
    }

    /// How documents with certain words are found, together with what was read behind the marks.
    ///
    /// @param newer by target shard
    public WordLookup lookupWith(List<NewInTarget> newer) {
        return switch (lookup) {
            case WordLookup.ByVersion byVersion -> byVersion;
            case WordLookup.ByOwnNumber own ->
                own.plus(newer.stream().map(NewInTarget::own).toList());
        };
    }

    /// Counts what is known in memory, so that nobody has to wait for it under the block.
    public void prepare() {
        source.forEach(SourceNumbers::prepare);
    }
}
