package io.shardstream.control.words;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.count.BlockCounts;
import io.shardstream.control.count.Counted;
import io.shardstream.control.count.Counting;
import io.shardstream.control.count.Span;
import io.shardstream.control.scan.Answer;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.Visible;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Both sides of a run, asked to count version words. A source shard that cannot be counted is left out from then on.
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
    List<Span> spans() {
        return source.values().stream()
                .flatMap(words -> words.span().stream())
                .sorted((one, other) -> Long.compare(one.from(), other.from()))
                .toList();
    }

    /// Those of shards that were not left out.
    List<Span> kept(List<Span> spans) {
        return spans.stream().filter(span -> source.containsKey(shardOf(span))).toList();
    }

    void leaveOut(int shard, String why) {
        source.remove(shard);
        About.shard(shard).in(LOG.atInfo()).log("Source shard {} is read and not counted: {}", shard, why);
    }

    private static int shardOf(Span words) {
        return VersionWord.of(words.from()).sourceShard();
    }

    /// Counts words of all shards of the target.
    ///
    /// @param others everything outside of the spans
    Counted target(List<Span> spans, List<Span> others, long interval)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Counting what = new Counting.OfVersions(spans, others, interval);
        List<Asking.Errand<Answer<Counted>>> errands = new ArrayList<>();
        for (int shard = 0; shard < run.target().size(); shard++) {
            int number = shard;
            errands.add(
                    each -> each.revealed(run.target().get(number), shown.get(number), (copy, _) -> copy.count(what)));
        }
        List<Answer<Counted>> answers = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, answers::add);
        for (int shard = 0; shard < answers.size(); shard++) {
            shown.putIfAbsent(shard, answers.get(shard).visible());
        }
        return Counted.sum(answers.stream().map(Answer::value).toList());
    }

    /// Counts the numbers of these words in the source, with everything shown that it has taken until now. Shards of
    /// which it is not known are left out.
    ///
    /// @return too many blocks, or the counts by words
    Counted source(List<Span> spans, long interval) throws ElasticException, NotPrimaryException, InterruptedException {
        record OfShard(int shard, Answer<Counted> answer) {}
        Map<Integer, List<Span>> byShard =
                spans.stream().collect(Collectors.groupingBy(CountedSides::shardOf, TreeMap::new, Collectors.toList()));
        List<Asking.Errand<OfShard>> errands = new ArrayList<>();
        byShard.forEach((shard, words) -> errands.add(each -> new OfShard(shard, count(each, shard, words, interval))));
        Counted sum = new Counted.Counts(BlockCounts.none(interval), List.of());
        List<OfShard> answers = new ArrayList<>();
        asking.all(errands, Integer.MAX_VALUE, answers::add);
        for (OfShard one : answers) {
            switch (one.answer().value()) {
                case Counted.Counts counts -> {
                    SourceWords words = words(one.shard()).shownBy(one.answer().visible());
                    source.put(one.shard(), words);
                    BlockCounts here = counts.blocks().shiftedBy(words.word(0));
                    sum = Counted.sum(List.of(sum, new Counted.Counts(here, List.of())));
                }
                case Counted.TooManyBlocks _ ->
                    sum = Counted.sum(List.of(sum, one.answer().value()));
                case Counted.Unknown unknown -> leaveOut(one.shard(), unknown.why());
            }
        }
        return sum;
    }

    private Answer<Counted> count(Asking each, int shard, List<Span> words, long interval)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SourceWords begun = words(shard);
        List<Span> numbers =
                words.stream().map(span -> span.shiftedBy(-begun.word(0))).toList();
        return each.settledAnew(run.source().get(shard), begun.visible(), (copy, _) -> {
            List<Counted> counts = new ArrayList<>();
            for (List<Span> some : Span.portions(numbers, MOST_RANGES)) {
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
