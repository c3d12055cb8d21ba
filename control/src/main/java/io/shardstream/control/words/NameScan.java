package io.shardstream.control.words;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.DocumentName;
import io.shardstream.control.scan.ScannedShard;
import java.util.ArrayList;
import java.util.List;

/// Goes through the names of all documents of a shard, some at a time: where versions are not words, ids are all
/// that can be compared.
public final class NameScan {
    private static final int CHUNK = 1000;

    /// Documents whose numbers are in memory at once, as if they lay evenly.
    private static final long STRETCH = 100_000;

    private final Asking asking;

    public NameScan(Asking asking) {
        this.asking = asking;
    }

    /// What is done with some names.
    public interface Sink {
        void accept(List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    /// @param upTo documents with higher numbers are left out
    public void forEachChunk(ScannedShard shard, long upTo, Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long live = asking.seen(shard, (copy, _) -> copy.countLive(-1, upTo));
        long width = Math.max(1, (upTo + 1) * STRETCH / Math.max(1, live));
        for (long above = -1; above < upTo; above += width) {
            long low = above;
            long high = Math.min(upTo, above + width);
            List<Long> numbers = asking.seen(shard, (copy, _) -> {
                List<Long> found = new ArrayList<>();
                copy.forEachLive(low, high, (seqNo, _) -> found.add(seqNo));
                return found.stream().distinct().toList();
            });
            for (int from = 0; from < numbers.size(); from += CHUNK) {
                List<Long> chunk = numbers.subList(from, Math.min(numbers.size(), from + CHUNK));
                sink.accept(asking.seen(shard, (copy, _) -> copy.named(chunk)));
            }
        }
    }
}
