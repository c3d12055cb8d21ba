package io.shardstream.control.compare.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.SourceWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Chooses documents of a source shard whose bytes are compared. They are drawn from all documents and not from
/// all numbers: where one document is updated again and again, most numbers have none. Fewer are drawn where
/// documents are large, so that a sample never weighs much, also not while clients wait for a cut-over.
final class SampledNumbers {
    /// Of one source shard.
    static final int MOST_DOCUMENTS = 1000;

    /// Of all of them: each document is looked up in one of the target's shards, which may be a thousand too.
    private static final int MOST_IN_ALL = 100_000;

    private static final int FEWEST_DOCUMENTS = 20;

    /// What a sample takes on the disk at most, on the average. It may be some times as large when it is read.
    private static final long STORED_BYTES = 16 << 20;

    private final ComparedRun run;
    private final Asking asking;
    private final Random random;
    private final int most;

    /// @param most documents of one source shard
    SampledNumbers(ComparedRun run, Asking asking, Random random, int most) {
        this.run = run;
        this.asking = asking;
        this.random = random;
        this.most = Math.clamp(MOST_IN_ALL / run.source().size(), FEWEST_DOCUMENTS, most);
    }

    private record Sample(int shard, Roaring64Bitmap numbers) {}

    /// By source shard, numbers of these parts that are live now.
    Map<Integer, Roaring64Bitmap> of(Collection<SourceWords> parts)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Map<Integer, Roaring64Bitmap> samples = new TreeMap<>();
        List<Asking.Errand<Sample>> errands = new ArrayList<>();
        for (SourceWords part : parts) {
            samples.put(part.shard(), new Roaring64Bitmap());
            long seed = random.nextLong();
            if (part.part().above() < part.upTo()) {
                errands.add(each -> new Sample(part.shard(), of(each, part, seed)));
            }
        }
        asking.all(errands, Integer.MAX_VALUE, sample -> samples.put(sample.shard(), sample.numbers()));
        return samples;
    }

    private Roaring64Bitmap of(Asking each, SourceWords source, long seed)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.revealed(run.source().get(source.shard()), source.visible(), (copy, _) -> {
                    Roaring64Bitmap numbers = new Roaring64Bitmap();
                    copy.drawn(source.part().above(), source.upTo(), wanted(copy.storedBytes(), most), seed)
                            .forEach(numbers::addLong);
                    return numbers;
                })
                .value();
    }

    static int wanted(long storedBytes, int most) {
        return storedBytes == 0 ? most : Math.clamp(STORED_BYTES / storedBytes, FEWEST_DOCUMENTS, most);
    }
}
