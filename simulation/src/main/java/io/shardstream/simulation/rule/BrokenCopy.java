package io.shardstream.simulation.rule;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// A copy that says something else than the truth, so that a reader that keeps a rule in fact breaks it.
public final class BrokenCopy extends ForwardingShardCopy implements PrimaryCopy {
    private final SourceShard shard;
    private final PrimaryCopy copy;
    private final Rule off;
    private final AtomicLong refreshCalls;

    /// @param refreshCalls counts over all copies of a shard, whose counts never fall
    public BrokenCopy(SourceShard shard, Rule off, AtomicLong refreshCalls)
            throws ElasticException, NotPrimaryException {
        this(shard, shard.locate(), off, refreshCalls);
    }

    private BrokenCopy(SourceShard shard, PrimaryCopy copy, Rule off, AtomicLong refreshCalls) {
        super(copy);
        this.shard = shard;
        this.copy = copy;
        this.off = off;
        this.refreshCalls = refreshCalls;
    }

    @Override
    public CopyIdentity identity() {
        return broken(copy.identity());
    }

    private CopyIdentity broken(CopyIdentity copyIdentity) {
        return new CopyIdentity(
                off == Rule.TERM ? 1 : copyIdentity.term(),
                off == Rule.ALLOCATION || off == Rule.TERM ? "any" : copyIdentity.allocationId(),
                copyIdentity.indexUuid(),
                copyIdentity.historyUuid());
    }

    @Override
    public CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        boolean revealing = isAskedBy(RefreshWait.class);
        CopyNumbers numbers = isOfTheMoment() ? shard.locate().numbers() : copy.numbers();
        long checkpoint = numbers.globalCheckpoint();
        if (off == Rule.CAP && revealing) {
            checkpoint = numbers.maxSeqNo();
        }
        if ((off == Rule.SETTLE || off == Rule.SNAPSHOT_SETTLED) && !revealing) {
            checkpoint = Long.MAX_VALUE;
        }
        long refreshes = numbers.refreshes();
        if (off == Rule.REFRESH_AWAITED) {
            refreshes = refreshCalls.get();
            refreshCalls.addAndGet(copy.mayRefresh() ? 0 : 2);
        }
        if (off == Rule.SNAPSHOT_REFRESHED) {
            refreshes = refreshCalls.getAndIncrement();
        }
        if (off == Rule.TWO_REFRESHES) {
            refreshes *= 2;
        }
        return new CopyNumbers(broken(numbers.identity()), checkpoint, numbers.maxSeqNo(), refreshes);
    }

    /// Without one of the two the identity does not tell that another copy was asked.
    private boolean isOfTheMoment() {
        return off == Rule.TERM || off == Rule.ALLOCATION;
    }

    private static boolean isAskedBy(Class<?> caller) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(caller.getName())));
    }

    @Override
    public void refresh() throws ElasticException {
        refreshCalls.incrementAndGet();
        if (off != Rule.SNAPSHOT_REFRESHED) {
            copy.refresh();
        }
    }

    @Override
    public boolean isElected() throws ElasticException {
        return copy.isElected();
    }

    @Override
    public long storedBytes() throws ElasticException {
        return copy.storedBytes();
    }

    @Override
    public List<Hit> named(List<Long> numbers) throws ElasticException {
        return copy.named(numbers);
    }

    @Override
    public WindowAnswer read(Window window, int hits, int maxBytes) throws ElasticException {
        return copy.read(window, hits, maxBytes);
    }

    @Override
    public WindowAnswer readAlone(Window window) throws ElasticException {
        return copy.readAlone(window);
    }

    @Override
    public Snapshot snapshot() throws ElasticException {
        return copy.snapshot();
    }
}
