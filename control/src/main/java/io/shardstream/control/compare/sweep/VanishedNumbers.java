package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.BlockCounts;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.CountedBlocks;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.ScannedCopy;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Finds numbers of a source shard that were live and are not any more: by having the server count, first by
/// wide blocks and then by finer ones where it has fewer than there were. Live numbers up to a settled
/// checkpoint only get fewer, so a block with as many as before holds what it held.
public final class VanishedNumbers {
    /// Ranges that one search is asked for: servers take 1,024 clauses unless told otherwise
    /// (`indices.query.bool.max_clause_count`).
    private static final int MOST_RANGES = 512;

    private static final List<Long> NO_OTHERS = List.of();

    private final ScannedCopy copy;
    private final SourceNumbers before;
    private final int mostVanished;
    private int most = CountedBlocks.MOST;

    /// @param copy whose searches show everything that is asked for
    /// @param before what was live
    /// @param mostVanished if more have vanished nothing is known
    public VanishedNumbers(ScannedCopy copy, SourceNumbers before, int mostVanished) {
        this.copy = copy;
        this.before = before;
        this.mostVanished = mostVanished;
    }

    /// What came of it.
    public sealed interface Found {
        /// @param numbers that have vanished; each once
        /// @param left documents that are live up to the checkpoint, as the first count says
        record Vanished(Roaring64Bitmap numbers, long left) implements Found {}

        /// Nothing follows from the counts.
        ///
        /// @param why a part of a sentence for people
        record Unknown(String why) implements Found {}
    }

    /// Counts until single numbers are known. Where the shard is written to meanwhile, all of them have
    /// vanished, and there may be more.
    public Found find() throws ElasticException, NotPrimaryException {
        List<NumberSpan> spans = before.span().stream().toList();
        if (spans.isEmpty()) {
            return new Found.Vanished(new Roaring64Bitmap(), 0);
        }
        Counted counted;
        long interval;
        do {
            interval = CountedBlocks.interval(spans, most);
            counted = count(spans, interval, 1);
        } while (counted instanceof Counted.TooManyBlocks && mayBeWider());
        if (!(counted instanceof Counted.Counts(BlockCounts first, List<Long> _))) {
            return unknown(counted);
        }
        long left = first.total();
        return descend(spans, first, left);
    }

    private Found descend(List<NumberSpan> all, BlockCounts first, long left)
            throws ElasticException, NotPrimaryException {
        List<NumberSpan> within = all;
        BlockCounts now = first;
        while (true) {
            BlockCounts then = before.counts(within, now.interval());
            List<Long> differing = List.copyOf(then.differing(now));
            for (long block : differing) {
                if (now.of(block) > then.of(block)) {
                    return new Found.Unknown("the source has numbers that it did not have");
                }
            }
            if (then.total() - now.total() > mostVanished) {
                return new Found.Unknown(
                        "more than %,d documents of the source were changed or deleted".formatted(mostVanished));
            }
            if (now.interval() == 1 || differing.isEmpty()) {
                return new Found.Vanished(bitmapOf(differing), left);
            }
            within = within(all.getFirst(), differing, now.interval());
            Counted counted = finer(within, now.interval());
            if (!(counted instanceof Counted.Counts(BlockCounts next, List<Long> _))) {
                return unknown(counted);
            }
            now = next;
        }
    }

    private static Roaring64Bitmap bitmapOf(List<Long> numbers) {
        Roaring64Bitmap all = new Roaring64Bitmap();
        numbers.forEach(all::addLong);
        return all;
    }

    private Counted finer(List<NumberSpan> blocks, long interval) throws ElasticException, NotPrimaryException {
        Counted counted;
        do {
            long finer = CountedBlocks.finer(interval, blocks.size(), most);
            counted = count(blocks, finer, CountedBlocks.together(interval, finer, most));
        } while (counted instanceof Counted.TooManyBlocks && mayBeWider());
        return counted;
    }

    private static List<NumberSpan> within(NumberSpan all, List<Long> blocks, long interval) {
        return blocks.stream()
                .map(block -> new NumberSpan(Math.max(all.from(), block), Math.min(all.to(), block + interval)))
                .toList();
    }

    private Counted count(List<NumberSpan> spans, long interval, int together)
            throws ElasticException, NotPrimaryException {
        List<Counted> counts = new ArrayList<>();
        for (List<NumberSpan> some : NumberSpan.portions(spans, Math.min(MOST_RANGES, together))) {
            Counted counted = copy.count(new Counting.OfNumbers(some, interval));
            counts.add(counted instanceof Counted.Counts of ? new Counted.Counts(of.blocks(), NO_OTHERS) : counted);
        }
        return Counted.sum(counts);
    }

    /// After a server would not answer with so many blocks.
    private boolean mayBeWider() {
        most /= 2;
        return most >= CountedBlocks.FEWEST;
    }

    private static Found unknown(Counted counted) {
        return switch (counted) {
            case Counted.Unknown(Counted.Cause _, String why) -> new Found.Unknown(why);
            case Counted.TooManyBlocks _, Counted.Counts _ ->
                new Found.Unknown("the server does not answer with so many buckets (search.max_buckets)");
        };
    }
}
