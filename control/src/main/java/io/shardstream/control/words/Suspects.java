package io.shardstream.control.words;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentName;
import java.util.List;
import java.util.function.LongPredicate;

/// Names of the target's documents with certain versions, some thousand at a time, however many there are.
public final class Suspects {
    private static final int CHUNK = 2000;

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
        for (int shard = 0; shard < run.target().size(); shard++) {
            int of = shard;
            NumberChunks.forEach(target.find(shard, wanted), CHUNK, chunk -> {
                List<DocumentName> names = named(of, chunk, wanted);
                if (!names.isEmpty()) {
                    sink.accept(names);
                }
            });
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
