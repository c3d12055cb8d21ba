package io.shardstream.control.compare.verify;

import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.sweep.Baseline;
import io.shardstream.control.compare.sweep.BothSides;
import io.shardstream.control.compare.sweep.NewInSource;
import io.shardstream.control.compare.sweep.NewInTarget;
import io.shardstream.control.compare.sweep.SourceNumbers;
import io.shardstream.control.compare.version.CountedNumbers;
import io.shardstream.control.compare.version.SequenceRange;
import io.shardstream.control.compare.version.SourceWords;
import io.shardstream.control.state.RunState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// What both sides hold since a baseline, when nobody writes to either.
///
/// @param source by shard
/// @param target by shard
record SinceBaseline(
        Baseline baseline, BothSides sides, List<NewInSource> source, List<BothSides.AtRest> target, RunState state) {
    List<Visible> shown() {
        return target.stream().map(BothSides.AtRest::visible).toList();
    }

    long documentsOfTarget() {
        return target.stream().mapToLong(BothSides.AtRest::documents).sum();
    }

    /// Documents that were written again and that the source has still.
    List<NewInTarget.Again> kept() {
        return again().stream().filter(this::isKept).toList();
    }

    List<NewInTarget.Again> again() {
        return target.stream().flatMap(shard -> shard.found().again().stream()).toList();
    }

    private boolean isKept(NewInTarget.Again one) {
        return source.get(one.word().sourceShard()).keeps(one.word().seqNo());
    }

    /// Words that no document may have.
    Roaring64Bitmap gone() {
        Roaring64Bitmap gone = new Roaring64Bitmap();
        gone.or(baseline.gone());
        for (NewInSource shard : source) {
            shard.gone().forEach(number -> gone.addLong(shard.before().word(number)));
        }
        Roaring64Bitmap late = baseline.ahead().clone();
        target.forEach(shard -> late.or(shard.found().newer()));
        late.andNot(newerWords());
        gone.or(late);
        again().stream()
                .filter(one -> !isKept(one))
                .forEach(one -> gone.addLong(one.word().value()));
        return gone;
    }

    Roaring64Bitmap newerWords() {
        Roaring64Bitmap words = new Roaring64Bitmap();
        for (NewInSource shard : source) {
            shard.newer().forEach(number -> words.addLong(shard.before().word(number)));
        }
        return words;
    }

    long documents() {
        return source.stream().mapToLong(NewInSource::documents).sum();
    }

    /// What is to be compared of each source shard by contents, and how far it is judged.
    ///
    /// @param whole source shards of which all contents are, less those that were compared before
    Map<Integer, SourceWords> parts(Set<Integer> whole) {
        Map<Integer, SourceWords> parts = new TreeMap<>();
        for (NewInSource shard : source) {
            SourceNumbers before = shard.before();
            parts.put(
                    before.shard(),
                    new SourceWords(
                            before.shard(),
                            before.lineage(),
                            new SequenceRange(
                                    before.shard(),
                                    whole.contains(before.shard()) ? -1 : before.compared(),
                                    SequenceRange.OPEN),
                            shard.visible().checkpoint(),
                            new CountedNumbers(),
                            shard.newer().getLongCardinality(),
                            shard.visible()));
        }
        return parts;
    }

    /// The numbers of a source shard that the target has written again and that are live.
    Roaring64Bitmap rewritten(int shard) {
        Roaring64Bitmap numbers = new Roaring64Bitmap();
        baseline.again().getOrDefault(shard, new Roaring64Bitmap()).forEach(number -> {
            if (source.get(shard).keeps(number)) {
                numbers.addLong(number);
            }
        });
        kept().stream()
                .filter(one -> one.word().sourceShard() == shard)
                .forEach(one -> numbers.addLong(one.word().seqNo()));
        return numbers;
    }

    /// What is known of both sides now, if each document that was written again is the source's, and no
    /// document of the target has a word that has gone but for `left`.
    ///
    /// @param left words that documents of the target must not have and have
    Baseline next(Roaring64Bitmap left) {
        Map<Integer, Roaring64Bitmap> rewritten = new HashMap<>();
        source.forEach(shard ->
                rewritten.put(shard.before().shard(), rewritten(shard.before().shard())));
        rewritten.values().removeIf(Roaring64Bitmap::isEmpty);
        return new Baseline(
                source.stream().map(NewInSource::moved).toList(),
                shown().stream().map(Baseline.Mark::of).toList(),
                left,
                new Roaring64Bitmap(),
                rewritten,
                baseline.lookupWith(BothSides.found(target)));
    }
}
