package io.shardstream.control.baseline;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Answer;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.scan.Visible;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.CountedSuspects;
import io.shardstream.control.words.CountedWords;
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

    public BothSides(ComparedRun run, Asking asking, Baseline baseline) {
        this.run = run;
        this.asking = asking;
        this.baseline = baseline;
    }

    /// By source shard, settled.
    public List<NewInSource> source() throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<NewInSource>> errands = new ArrayList<>();
        for (SourceNumbers before : baseline.source()) {
            errands.add(each -> each.settled(
                            run.source().get(before.shard()),
                            null,
                            (copy, visible) -> NewInSource.read(copy, visible, before))
                    .value());
        }
        List<NewInSource> all = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, all::add);
        return all;
    }

    /// By target shard, with everything shown that it has taken until now.
    ///
    /// @param nextMarks by target shard
    /// @param upTo by source shard, see [NewInTarget]
    public List<Answer<NewInTarget>> target(List<Long> nextMarks, List<Long> upTo)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<Answer<NewInTarget>>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            errands.add(each -> each.revealed(run.target().get(number), null, (copy, visible) -> {
                NewInTarget found = new NewInTarget(baseline, number, nextMarks.get(number), upTo);
                copy.forEachLive(baseline.target().get(number).number(), visible.highest(), found);
                return found;
            }));
        }
        List<Answer<NewInTarget>> all = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, all::add);
        return all;
    }

    /// Documents of the target, whatever their words.
    ///
    /// @param shown by target shard, which is not refreshed for it
    public long documents(List<Visible> shown) throws ElasticException, NotPrimaryException, InterruptedException {
        List<Asking.Errand<Long>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            errands.add(each -> each.revealed(
                            run.target().get(number),
                            shown.get(number),
                            (copy, visible) -> copy.countLive(-1, visible.highest()))
                    .value());
        }
        long[] sum = {0};
        asking.all(errands, Integer.MAX_VALUE, documents -> sum[0] += documents);
        return sum[0];
    }

    /// The documents of the target that have one of these words.
    ///
    /// @param shown by target shard, which is not refreshed for it
    /// @return empty if the target does not say
    public Optional<List<DocumentName>> withWords(Roaring64Bitmap words, List<Visible> shown)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Long> sorted = LongStream.of(words.toArray()).boxed().toList();
        List<DocumentName> names = new ArrayList<>();
        CountedWords.Found found = new CountedWords.Found(Map.of(), sorted, 0, 0, shown);
        boolean isTold = new CountedSuspects(run, asking, found).forEachChunk(names::addAll);
        return isTold ? Optional.of(names) : Optional.empty();
    }

    /// What the source holds under these numbers, by word. Settled: what it does not have there it never has again.
    public Map<Long, DocumentName> inSource(List<NewInTarget.Again> again, List<NewInSource> source)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, List<Long>> numbers = new TreeMap<>();
        for (NewInTarget.Again one : again) {
            numbers.computeIfAbsent(one.word().sourceShard(), _ -> new ArrayList<>())
                    .add(one.word().seqNo());
        }
        Map<Long, DocumentName> held = new HashMap<>();
        for (Map.Entry<Integer, List<Long>> shard : numbers.entrySet()) {
            SourceNumbers before = baseline.source().get(shard.getKey());
            Visible visible = source.get(shard.getKey()).visible();
            asking.settled(run.source().get(shard.getKey()), visible, (copy, _) -> copy.named(shard.getValue()))
                    .value()
                    .forEach(name -> held.put(before.word(name.seqNo()), name));
        }
        return held;
    }
}
