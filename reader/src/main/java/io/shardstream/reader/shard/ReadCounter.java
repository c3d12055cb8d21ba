package io.shardstream.reader.shard;

import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.pace.HeldBack;
import io.shardstream.reader.window.DocumentTally;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Counts what this process reads, and what keeps it from reading more; written by the loop's thread, read by
/// anybody without making it wait. A shard that was given away keeps its counts.
public final class ReadCounter {
    private final Map<Integer, ShardCounter> shards = new ConcurrentHashMap<>();
    private final HeldBack held = new HeldBack();
    private final AccessRefusals refusals;

    public ReadCounter() {
        this(System::nanoTime);
    }

    /// @param nanoTime by which refusals last
    public ReadCounter(LongSupplier nanoTime) {
        this.refusals = new AccessRefusals(nanoTime);
    }

    /// The shard is this process's from now on.
    public void gained(int shard) {
        of(shard).isHeld(true);
    }

    /// The shard is somebody else's.
    public void left(int shard) {
        of(shard).isHeld(false);
    }

    /// Kafka has acknowledged these documents.
    public void published(int shard, DocumentTally more) {
        of(shard).add(more);
    }

    /// So many windows are between request and acknowledgement.
    public void windows(int shard, int inFlight) {
        of(shard).windows(inFlight);
    }

    private ShardCounter of(int shard) {
        return shards.computeIfAbsent(shard, _ -> new ShardCounter());
    }

    /// What keeps the reader from reading more.
    public HeldBack held() {
        return held;
    }

    /// Where the source does not let the reader in.
    public AccessRefusals refusals() {
        return refusals;
    }

    /// One for each shard that this process has had.
    public List<ShardFigures> shards() {
        return shards.entrySet().stream()
                .map(one -> one.getValue().figures(one.getKey()))
                .toList();
    }
}
