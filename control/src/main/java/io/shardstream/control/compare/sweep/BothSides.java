package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.compare.version.CountedSuspects;
import io.shardstream.control.compare.version.CountedWords;
import io.shardstream.control.compare.version.WordLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Asks both sides for what is new since a baseline.
public final class BothSides {
    private final ComparedRun run;
    private final Asking asking;
    private final Baseline baseline;
    private final int mostVanished;

    /// @param mostVanished documents of a source shard that may have been changed or deleted since, else
    ///     nothing is known
    public BothSides(ComparedRun run, Asking asking, Baseline baseline, int mostVanished) {
        this.run = run;
        this.asking = asking;
        this.baseline = baseline;
        this.mostVanished = mostVanished;
    }

    /// What a target shard to which nobody writes has said.
    ///
    /// @param documents all of them, whatever their words
    public record AtRest(NewInTarget found, long documents, Visible visible) {}

    /// Both sides, to neither of which anybody writes.
    ///
    /// @param source by source shard, settled
    /// @param target by target shard
    public record Resting(List<NewInSource> source, List<AtRest> target) {}

    /// By source shard, settled. A shard to which nobody had written since the baseline is not asked: what it
    /// had then is a fact up to its checkpoint, whatever is written now.
    ///
    /// @param now by source shard, its numbers, read after the baseline was made
    public List<NewInSource> source(List<CopyNumbers> now)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<NewInSource>> errands = new ArrayList<>();
        for (SourceNumbers before : baseline.source()) {
            Optional<NewInSource> unwritten = NewInSource.unwritten(before, now.get(before.shard()));
            errands.add(each -> unwritten.isPresent() ? unwritten.get() : source(each, before));
        }
        List<NewInSource> all = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, all::add);
        return all;
    }

    private NewInSource source(Asking each, SourceNumbers before)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.settled(
                        run.source().get(before.shard()),
                        null,
                        (copy, visible) -> NewInSource.read(copy, visible, before, mostVanished))
                .value();
    }

    /// By target shard, with everything shown that it has taken until now.
    ///
    /// @param upTo by source shard, see [NewInTarget]
    public List<ShardAnswer<NewInTarget>> target(List<Long> upTo)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<ShardAnswer<NewInTarget>>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            errands.add(each -> each.revealed(
                    run.target().get(number), null, (copy, visible) -> read(copy, visible, number, upTo)));
        }
        List<ShardAnswer<NewInTarget>> all = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, all::add);
        return all;
    }

    private NewInTarget read(ScannedCopy copy, Visible visible, int shard, List<Long> upTo)
            throws ElasticException, NotPrimaryException {
        NewInTarget found = new NewInTarget(baseline, shard, upTo);
        long mark = baseline.target().get(shard).number();
        if (mark < visible.highest()) {
            copy.forEachLive(mark, visible.highest(), found);
        }
        return found;
    }

    /// Both sides at once, and how many documents the target has. To be asked when nobody writes to either. A
    /// source shard to which nobody has written since the baseline is not asked, and a target shard not
    /// refreshed.
    ///
    /// @param source by source shard, settled numbers, noted before
    /// @param target by target shard, the same
    /// @param known what the source has said since the baseline, if it has not been written since; else empty
    public Resting atRest(List<CopyNumbers> source, List<CopyNumbers> target, List<NewInSource> known)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Resting all = new Resting(new ArrayList<>(known), new ArrayList<>());
        // Each gives back what notes its answer in the caller's thread.
        List<Asking.Errand<Runnable>> errands = new ArrayList<>();
        for (SourceNumbers before : known.isEmpty() ? baseline.source() : List.<SourceNumbers>of()) {
            Optional<NewInSource> unwritten = NewInSource.unwritten(before, source.get(before.shard()));
            errands.add(each -> {
                NewInSource found = unwritten.isPresent() ? unwritten.get() : source(each, before);
                return () -> all.source().add(found);
            });
        }
        List<Long> upTo = source.stream().map(CopyNumbers::maxSeqNo).toList();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            errands.add(each -> {
                AtRest found = atRest(each, number, upTo, target.get(number));
                return () -> all.target().add(found);
            });
        }
        asking.all(errands, Integer.MAX_VALUE, Runnable::run);
        return all;
    }

    private AtRest atRest(Asking each, int shard, List<Long> upTo, CopyNumbers now)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.revealed(
                        run.target().get(shard),
                        baseline.target().get(shard).shownBy(now).orElse(null),
                        (copy, visible) -> new AtRest(
                                read(copy, visible, shard, upTo), copy.countLive(-1, visible.highest()), visible))
                .value();
    }

    /// The documents of the target that have one of these words.
    ///
    /// @param newer by target shard, what was read behind the baseline's marks
    /// @param shown by target shard, which is not refreshed for it
    /// @return empty if the target does not say
    public Optional<List<DocumentName>> withWords(Roaring64Bitmap words, List<NewInTarget> newer, List<Visible> shown)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return switch (baseline.lookupWith(newer)) {
            case WordLookup.ByVersion _ -> withVersions(words, shown);
            case WordLookup.ByOwnNumber own -> Optional.of(new NamesByOwnNumber(run, asking, shown).of(words, own));
        };
    }

    /// What was read behind the marks.
    public static List<NewInTarget> found(List<AtRest> target) {
        return target.stream().map(AtRest::found).toList();
    }

    /// How words are found from now on.
    ///
    /// @param newer by target shard, what was read behind the baseline's marks
    /// @return empty if own numbers do not fit into memory any more
    Optional<WordLookup> nextLookup(List<NewInTarget> newer) {
        return Optional.of(baseline.lookupWith(newer)).filter(next -> next.bytes() <= ComparisonRounds.MOST_BYTES);
    }

    private Optional<List<DocumentName>> withVersions(Roaring64Bitmap words, List<Visible> shown)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Long> sorted = LongStream.of(words.toArray()).boxed().toList();
        List<DocumentName> names = new ArrayList<>();
        CountedWords.Found found = new CountedWords.Found(Map.of(), sorted, 0, 0, shown);
        boolean isTold = new CountedSuspects(run, asking, found).forEachChunk(names::addAll);
        return isTold ? Optional.of(names) : Optional.empty();
    }

    /// What the source holds under these numbers, by word. Settled: what it does not have there it never has
    /// again.
    public Map<Long, DocumentName> inSource(List<NewInTarget.Again> again, List<NewInSource> source)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, List<Long>> numbers = new TreeMap<>();
        for (NewInTarget.Again one : again) {
            numbers.computeIfAbsent(one.word().sourceShard(), _ -> new ArrayList<>())
                    .add(one.word().seqNo());
        }
        Map<Long, DocumentName> held = new HashMap<>();
        asking.all(
                numbers.entrySet().stream()
                        .<Asking.Errand<Map<Long, DocumentName>>>map(shard -> each -> named(
                                each, shard.getKey(), source.get(shard.getKey()).visible(), shard.getValue()))
                        .toList(),
                Integer.MAX_VALUE,
                held::putAll);
        return held;
    }

    /// The documents of one source shard that have these numbers, by word.
    private Map<Long, DocumentName> named(Asking each, int shard, Visible visible, List<Long> numbers)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SourceNumbers before = baseline.source().get(shard);
        Map<Long, DocumentName> held = new HashMap<>();
        each.settled(run.source().get(shard), visible, (copy, _) -> copy.named(numbers))
                .value()
                .forEach(name -> held.put(before.word(name.seqNo()), name));
        return held;
    }
}
