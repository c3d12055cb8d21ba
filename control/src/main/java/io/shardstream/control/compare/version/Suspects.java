package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Names of the target's documents with certain versions, some thousand at a time, however many there are.
public final class Suspects {
    private static final int CHUNK = 2000;

    /// Shards of which the numbers are looked for before names are asked: each may hold as many as there are
    /// suspects.
    private static final int TARGET_SHARDS = 8;

    private final ComparedRun run;
    private final Asking asking;
    private final TargetScan target;

    /// @param target read before
    public Suspects(ComparedRun run, Asking asking, TargetScan target) {
        this.run = run;
        this.asking = asking;
        this.target = target;
    }

    /// What is done with some of them.
    public interface Sink {
        void accept(List<DocumentName> chunk) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    /// Reads the whole target.
    ///
    /// @param wanted asked for versions of the target
    public void forEachChunk(LongPredicate wanted, Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        for (int from = 0; from < run.target().size(); from += TARGET_SHARDS) {
            int first = from;
            List<Roaring64Bitmap> found = new ArrayList<>();
            asking.all(
                    IntStream.range(from, Math.min(run.target().size(), from + TARGET_SHARDS))
                            .<Asking.Errand<Roaring64Bitmap>>mapToObj(shard -> each -> target.find(each, shard, wanted))
                            .toList(),
                    TARGET_SHARDS,
                    found::add);
            for (int i = 0; i < found.size(); i++) {
                int shard = first + i;
                NumberChunks.forEach(found.get(i), CHUNK, chunk -> {
                    List<DocumentName> names = named(shard, chunk, wanted);
                    if (!names.isEmpty()) {
                        sink.accept(names);
                    }
                });
            }
        }
    }

    /// What was written since has another number, and is none of them any more.
    private List<DocumentName> named(int shard, List<Long> chunk, LongPredicate wanted)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return asking
                .revealed(run.target().get(shard), target.shown().get(shard), (copy, _) -> copy.named(chunk))
                .value()
                .stream()
                .filter(name -> wanted.test(name.version()))
                .toList();
    }
}
