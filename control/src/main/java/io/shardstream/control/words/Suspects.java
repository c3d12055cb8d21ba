package io.shardstream.control.words;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Names of the target's documents with certain versions, some thousand at a time, however many there are.
public final class Suspects {
    private static final int CHUNK = 2000;

    private final ComparedRun run;
    private final Asking asking;
    private final TargetScan target;

    public Suspects(ComparedRun run, Asking asking, TargetScan target) {
        this.run = run;
        this.asking = asking;
        this.target = target;
    }

    /// What is done with some of them.
    public interface Sink {
        void accept(List<DocumentName> chunk) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    /// @param wanted asked for versions of the target
    public void forEachChunk(LongPredicate wanted, Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        for (int shard = 0; shard < run.target().size(); shard++) {
            Roaring64Bitmap found = target.find(shard, wanted);
            LongIterator numbers = found.getLongIterator();
            while (numbers.hasNext()) {
                List<Long> chunk = new ArrayList<>(CHUNK);
                while (numbers.hasNext() && chunk.size() < CHUNK) {
                    chunk.add(numbers.next());
                }
                List<DocumentName> names = named(shard, chunk, wanted);
                if (!names.isEmpty()) {
                    sink.accept(names);
                }
            }
        }
    }

    /// What was written since has another number, and is none of them any more.
    private List<DocumentName> named(int shard, List<Long> chunk, LongPredicate wanted)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return asking.seen(run.target().get(shard), (copy, _) -> copy.named(chunk)).stream()
                .filter(name -> wanted.test(name.version()))
                .toList();
    }
}
