package io.shardstream.control.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.SourceWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Chooses documents of a source shard whose bytes are compared: those of some short stretches of numbers, the
/// first and the last among them.
final class SampledNumbers {
    private static final int STRETCHES = 20;
    private static final int DOCUMENTS_A_STRETCH = 50;

    private final ComparedRun run;
    private final Asking asking;
    private final Random random;

    SampledNumbers(ComparedRun run, Asking asking, Random random) {
        this.run = run;
        this.asking = asking;
        this.random = random;
    }

    /// Numbers of the part that are live now.
    Roaring64Bitmap of(SourceWords source) throws ElasticException, NotPrimaryException, InterruptedException {
        long above = source.part().above();
        long span = source.upTo() - above;
        long width = Math.max(1, span * DOCUMENTS_A_STRETCH / Math.max(1, source.compared()));
        if (width * STRETCHES >= span) {
            return live(source, List.of(above), span);
        }
        List<Long> starts = new ArrayList<>(List.of(above, source.upTo() - width));
        while (starts.size() < STRETCHES) {
            starts.add(above + random.nextLong(span - width));
        }
        return live(source, starts, width);
    }

    private Roaring64Bitmap live(SourceWords source, List<Long> starts, long width)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return asking.revealed(run.source().get(source.shard()), source.visible(), (copy, _) -> {
                    Roaring64Bitmap numbers = new Roaring64Bitmap();
                    for (long start : starts) {
                        copy.forEachLive(start, start + width, (seqNo, _) -> numbers.addLong(seqNo));
                    }
                    return numbers;
                })
                .value();
    }
}
