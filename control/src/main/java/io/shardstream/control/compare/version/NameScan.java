package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.Visible;
import java.util.List;

/// Goes through the names of all documents of a shard, some at a time: where versions are not words, ids are
/// all that can be compared.
public final class NameScan {
    private static final int CHUNK = 1000;

    private final Asking asking;
    private final Stretches stretches;

    public NameScan(Asking asking) {
        this.asking = asking;
        this.stretches = new Stretches(asking);
    }

    /// What is done with some names.
    public interface Sink {
        void accept(List<DocumentName> names) throws ElasticException, NotPrimaryException, InterruptedException;
    }

    /// @param shown what the shard's searches show at least
    /// @param upTo documents with higher numbers are left out
    public void forEachChunk(ScannedShard shard, Visible shown, long upTo, Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long live = asking.revealed(shard, shown, (copy, _) -> copy.countLive(-1, upTo))
                .value();
        stretches.forEachChunk(
                shard,
                shown,
                -1,
                upTo,
                live,
                CHUNK,
                some -> sink.accept(asking.revealed(shard, shown, (copy, _) -> copy.named(some))
                        .value()));
    }
}
