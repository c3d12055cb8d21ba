package io.shardstream.control.compare.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.version.ComparedRun;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// What the source holds that a run which has ended will never read. It is no difference of what was copied,
/// and still nobody may take both sides for equal.
final class UnreadDocuments {
    private final ComparedRun run;
    private final Asking asking;

    UnreadDocuments(ComparedRun run, Asking asking) {
        this.run = run;
        this.asking = asking;
    }

    /// Counts live documents, those that were acknowledged before this call among them.
    ///
    /// @param judged by source shard, the highest number that was judged
    long above(Map<Integer, Long> judged) throws ElasticException, NotPrimaryException, InterruptedException {
        AtomicLong documents = new AtomicLong();
        asking.all(
                IntStream.range(0, run.source().size())
                        .<Asking.Errand<Long>>mapToObj(
                                shard -> each -> ofShard(each, shard, judged.getOrDefault(shard, -1L)))
                        .toList(),
                Integer.MAX_VALUE,
                documents::addAndGet);
        return documents.get();
    }

    private long ofShard(Asking each, int shard, long judged)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.revealed(
                        run.source().get(shard),
                        null,
                        (copy, visible) -> visible.highest() <= judged ? 0 : copy.countLive(judged, visible.highest()))
                .value();
    }
}
