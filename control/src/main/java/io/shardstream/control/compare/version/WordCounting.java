package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.BlockCounts;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.CountedBlocks;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.Unequal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds the words that the target has too often by having both sides counted, first by wide blocks and then
/// by ever finer ones where they differ.
///
/// In each step the target is counted first and the source after it, with everything shown that it has by
/// then. What the source still has of the words that are judged, readers published before, writers have
/// written, and nothing newer can have replaced: so the target had it. Therefore a block of the target has as
/// many documents as the source's and those that are too many, never fewer, and equal counts say that there
/// are none; unless the target has lost a document, or somebody else wrote to it. That only a full comparison
/// finds.
public final class WordCounting {
    /// Searches of the whole target in one step. Where more would be needed so much differs that it is read.
    private static final int MOST_SEARCHES = 8;

    /// Words that are looked for one by one.
    private static final int MOST_WORDS = 5000;

    /// States that were refused and may be missing, whose blocks are always looked at.
    private static final int MOST_REJECTS = 1000;

    private final ComparedRun run;
    private final CountedSides sides;
    private final RejectedStates rejects;
    private int most = CountedBlocks.MOST;

    /// @param source how far each shard is judged; everything up to there has been read, and has its outcome
    /// @param rejects read after that
    public WordCounting(ComparedRun run, Asking asking, Collection<SourceWords> source, RejectedStates rejects) {
        this.run = run;
        this.sides = new CountedSides(run, asking, source);
        this.rejects = rejects;
    }

    /// Counts until single words are known.
    public CountedWords find() throws ElasticException, NotPrimaryException, InterruptedException {
        List<NumberSpan> all = sides.spans();
        SortedSet<Long> rejected = rejects.wordsIn(all, MOST_REJECTS);
        if (all.isEmpty()) {
            return unknown("nothing can be judged yet");
        }
        if (rejected.size() > MOST_REJECTS) {
            return unknown("more than " + MOST_REJECTS + " documents are rejected");
        }
        Outside outside = new Outside(all, sides.source(), run.plan().sourceShards());
        long interval;
        Counted counted;
        do {
            interval = CountedBlocks.interval(all, most);
            counted = sides.target(all, outside.spans(), interval);
        } while (counted instanceof Counted.TooManyBlocks && mayBeWider());
        if (!(counted instanceof Counted.Counts target)) {
            return unknown(counted);
        }
        outside.lowerLineages(target.others())
                .forEach(shard -> sides.leaveOut(shard, "the target has words of a lower lineage"));
        Counted source = sides.source(sides.kept(all), interval);
        return source instanceof Counted.Counts counts
                ? descend(new Step(target.blocks(), counts.blocks()), all, rejected, outside.foreign(target.others()))
                : unknown(source);
    }

    /// Counts of both sides.
    private record Step(BlockCounts target, BlockCounts source) {
        long interval() {
            return target.interval();
        }
    }

    private CountedWords descend(Step first, List<NumberSpan> all, SortedSet<Long> rejected, long foreign)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Step step = first;
        List<NumberSpan> within = all;
        while (true) {
            Unequal unequal = new Unequal(step.target(), step.source(), rejected);
            List<NumberSpan> differing = unequal.spans(sides.kept(within));
            if (step.interval() == 1 || differing.isEmpty()) {
                SortedSet<Long> words = step.interval() == 1 ? unequal.words(rejected) : new TreeSet<>();
                words.retainAll(differing.stream().map(NumberSpan::from).collect(Collectors.toSet()));
                return found(words, first.target(), foreign);
            }
            long finer = CountedBlocks.finer(step.interval(), differing.size(), most);
            int together = CountedBlocks.together(step.interval(), finer, most);
            if (Math.ceilDiv(differing.size(), together) > MOST_SEARCHES) {
                return unknown("too much differs, " + differing.size() + " blocks of numbers");
            }
            Counted target = target(differing, finer, together);
            Counted source = target instanceof Counted.Counts ? sides.source(differing, finer) : target;
            if (target instanceof Counted.Counts there && source instanceof Counted.Counts here) {
                step = new Step(there.blocks(), here.blocks());
                within = differing;
            } else if (!(source instanceof Counted.TooManyBlocks) || !mayBeWider()) {
                return unknown(source);
            }
        }
    }

    private Counted target(List<NumberSpan> spans, long interval, int together)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Counted> counts = new ArrayList<>();
        for (List<NumberSpan> some : NumberSpan.portions(spans, together)) {
            Counted counted = sides.target(some, NumberSpan.outside(some), interval);
            counts.add(counted instanceof Counted.Counts of ? new Counted.Counts(of.blocks(), List.of()) : counted);
        }
        return Counted.sum(counts);
    }

    private CountedWords found(SortedSet<Long> words, BlockCounts target, long foreign) {
        if (words.size() > MOST_WORDS) {
            return unknown(words.size() + " words differ");
        }
        long judged = 0;
        for (NumberSpan span : sides.kept(sides.spans())) {
            judged += target.within(span).total();
        }
        return new CountedWords.Found(sides.source(), List.copyOf(words), judged, foreign, sides.shown());
    }

    /// After a server would not answer with so many blocks.
    private boolean mayBeWider() {
        most /= 2;
        return most >= CountedBlocks.FEWEST;
    }

    private static CountedWords unknown(Counted counted) {
        return switch (counted) {
            case Counted.Unknown(Counted.Cause cause, String why) -> new CountedWords.Unknown(cause, why);
            case Counted.TooManyBlocks _, Counted.Counts _ ->
                unknown("the server does not answer with so many buckets (search.max_buckets)");
        };
    }

    private static CountedWords unknown(String why) {
        return new CountedWords.Unknown(Counted.Cause.INCOMPLETE, why);
    }
}
