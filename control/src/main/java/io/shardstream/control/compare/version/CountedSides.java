package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.BlockCounts;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.CountedSum;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.ShardAnswer;
import io.shardstream.control.compare.scan.Visible;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Both sides of a run, asked to count version words. A source shard that cannot be counted is left out from
/// then on.
final class CountedSides {
    /// Ranges that one search is asked for: servers take 1,024 clauses unless told otherwise
    /// (`indices.query.bool.max_clause_count`).
    private static final int MOST_RANGES = 512;

    private static final Logger LOG = LoggerFactory.getLogger(CountedSides.class);

    private final ComparedRun run;
    private final Asking asking;
    private final Map<Integer, SourceWords> source;
    private final Map<Integer, Visible> shown = new TreeMap<>();

    /// @param source how far each shard is judged
    CountedSides(ComparedRun run, Asking asking, Collection<SourceWords> source) {
        this.run = run;
        this.asking = asking;
        this.source = source.stream()
                .collect(Collectors.toMap(SourceWords::shard, words -> words, (one, _) -> one, TreeMap::new));
    }

    ComparedRun run() {
        return run;
    }

    /// Those source shards that were not left out, as they were seen last.
    Map<Integer, SourceWords> source() {
        return source;
    }

    /// By target shard, what its searches showed when it was counted first.
    List<Visible> shown() {
        return List.copyOf(shown.values());
    }

    /// All words that are judged.
    List<NumberSpan> spans() {
        return source.values().stream()
                .flatMap(words -> words.span().stream())
                .sorted((one, other) -> Long.compare(one.from(), other.from()))
                .toList();
    }

    /// Those of shards that were not left out.
    List<NumberSpan> kept(List<NumberSpan> spans) {
        return spans.stream().filter(span -> source.containsKey(shardOf(span))).toList();
    }

    void leaveOut(int shard, String why) {
        source.remove(shard);
        About.shard(shard).in(LOG.atInfo()).log("Source shard {} is read and not counted: {}", shard, why);
    }

    private static int shardOf(NumberSpan words) {
        return VersionWord.of(words.from()).sourceShard();
    }

    /// Counts words of all shards of the target.
    ///
    /// @param others everything outside of the spans
    Counted target(List<NumberSpan> spans, List<NumberSpan> others, long interval)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Counting what = new Counting.OfVersions(spans, others, interval);
        List<Asking.Errand<ShardAnswer<Counted>>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            ScannedShard counted = run.target().get(shard);
            Visible before = shown.get(shard);
            errands.add(each -> each.revealed(counted, before, (copy, _) -> copy.count(what)));
        }
        CountedSum sum = new CountedSum();
        asking.all(errands, Integer.MAX_VALUE, answer -> {
            shown.putIfAbsent(sum.added(), answer.visible());
            sum.add(answer.value());
        });
        return sum.total();
    }

    /// Counts the numbers of these words in the source, with everything shown that it has taken until now.
    /// Shards of which it is not known are left out.
    ///
    /// @return too many blocks, or the counts by words
    Counted source(List<NumberSpan> spans, long interval)
            throws ElasticException, NotPrimaryException, InterruptedException {
        record OfShard(int shard, ShardAnswer<Counted> answer) {}
        Map<Integer, List<NumberSpan>> byShard =
                spans.stream().collect(Collectors.groupingBy(CountedSides::shardOf, TreeMap::new, Collectors.toList()));
        List<Asking.Errand<OfShard>> errands = new ArrayList<>();
        byShard.forEach((shard, words) -> {
            SourceWords begun = words(shard);
            errands.add(each -> new OfShard(shard, count(each, begun, words, interval)));
        });
        CountedSum sum = new CountedSum();
        sum.add(new Counted.Counts(BlockCounts.none(interval), List.of()));
        asking.all(errands, Integer.MAX_VALUE, one -> {
            switch (one.answer().value()) {
                case Counted.Counts counts -> {
                    SourceWords words = words(one.shard()).shownBy(one.answer().visible());
                    source.put(one.shard(), words);
                    sum.add(new Counted.Counts(counts.blocks().shiftedBy(words.word(0)), List.of()));
                }
                case Counted.TooManyBlocks tooMany -> sum.add(tooMany);
                case Counted.Unknown unknown -> leaveOut(one.shard(), unknown.why());
            }
        });
        return sum.total();
    }

    private ShardAnswer<Counted> count(Asking each, SourceWords begun, List<NumberSpan> words, long interval)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<NumberSpan> numbers =
                words.stream().map(span -> span.shiftedBy(-begun.word(0))).toList();
        return each.settledAnew(run.source().get(begun.shard()), begun.visible(), (copy, _) -> {
            List<Counted> counts = new ArrayList<>();
            for (List<NumberSpan> some : NumberSpan.portions(numbers, MOST_RANGES)) {
                counts.add(copy.count(new Counting.OfNumbers(some, interval)));
            }
            return Counted.sum(counts);
        });
    }

    private SourceWords words(int shard) {
        SourceWords words = source.get(shard);
        if (words == null) {
            throw new IllegalStateException("source shard " + shard + " was left out");
        }
        return words;
    }
}
