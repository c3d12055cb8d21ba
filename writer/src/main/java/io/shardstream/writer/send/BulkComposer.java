package io.shardstream.writer.send;

import io.shardstream.common.runfile.BulkScope;
import io.shardstream.writer.bulk.BulkBody;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides which waiting records make the next bulk, as [BulkScope] says: those of the fullest lane, or those of all
/// lanes, one of each in turn. A bulk is due once they fill it, or the oldest has waited long enough, or no bulk is
/// under way in whose time more could come.
public final class BulkComposer {
    private final BulkScope scope;
    private final long lingerNanos;

    /// @param linger how long a record may wait for company
    public BulkComposer(BulkScope scope, Duration linger) {
        this.scope = scope;
        this.lingerNanos = linger.toNanos();
    }

    /// The next bulk, its records taken from their lanes; empty if none is due.
    ///
    /// @param bulkBytes a bulk of several records is not longer than this
    /// @param isIdle whether no bulk is under way
    /// @param nanos now
    public Optional<Bulk> next(Collection<Lane> lanes, long bulkBytes, boolean isIdle, long nanos) {
        Lane fullest = null;
        Lane fullestThatWaited = null;
        long all = 0;
        for (Lane lane : lanes) {
            if (isReady(lane)) {
                fullest = fuller(lane, fullest);
                all += lane.waitingBytes();
                if (isIdle || nanos - lane.waitingSince() >= lingerNanos) {
                    fullestThatWaited = fuller(lane, fullestThatWaited);
                }
            }
        }
        if (fullest == null) {
            return Optional.empty();
        }
        boolean fillsOne = fullest.waitingBytes() >= bulkBytes;
        if (scope == BulkScope.SHARD || (scope == BulkScope.AUTO && fillsOne)) {
            return Optional.ofNullable(fillsOne ? fullest : fullestThatWaited)
                    .map(lane -> take(List.of(lane), bulkBytes));
        }
        return all >= bulkBytes || fullestThatWaited != null
                ? Optional.of(take(lanes.stream().filter(BulkComposer::isReady).toList(), bulkBytes))
                : Optional.empty();
    }

    private static Lane fuller(Lane lane, @Nullable Lane than) {
        return than == null || lane.waitingBytes() > than.waitingBytes() ? lane : than;
    }

    private static boolean isReady(Lane lane) {
        return !lane.isHeld() && lane.peek() != null;
    }

    /// One of each in turn, so that all the shards of the node have work.
    private static Bulk take(List<Lane> lanes, long bulkBytes) {
        List<Entry> entries = new ArrayList<>();
        long bytes = 0;
        ArrayDeque<Lane> turns = new ArrayDeque<>(lanes);
        for (Lane lane = turns.poll(); lane != null; lane = turns.poll()) {
            Entry next = lane.peek();
            if (next == null) {
                continue;
            }
            bytes += BulkBody.sizeOf(next.document());
            if (bytes > bulkBytes && !entries.isEmpty()) {
                break;
            }
            entries.add(lane.take());
            turns.add(lane);
        }
        return new Bulk(entries, 0);
    }
}
