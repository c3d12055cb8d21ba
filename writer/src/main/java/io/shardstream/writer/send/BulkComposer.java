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

/// Decides which waiting records make the next bulk, as [BulkScope] says: those of one lane, or those of all, one of
/// each in turn. A lane is due once it fills a bulk, or has waited long enough, or no bulk is under way in whose time
/// more could come; of those that are due the one that had nothing sent for longest comes first.
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
        Lane longest = null;
        long all = 0;
        for (Lane lane : lanes) {
            if (isReady(lane)) {
                all += lane.waitingBytes();
                boolean isDue =
                        isIdle || lane.waitingBytes() >= bulkBytes || nanos - lane.waitingSince() >= lingerNanos;
                longest = isDue && (longest == null || goesBefore(lane, longest)) ? lane : longest;
            }
        }
        if (longest != null && isAlone(longest, bulkBytes)) {
            return Optional.of(take(List.of(longest), bulkBytes, nanos));
        }
        boolean fillOne = scope != BulkScope.SHARD && all > 0 && all >= bulkBytes;
        return longest != null || fillOne
                ? Optional.of(take(lanes.stream().filter(BulkComposer::isReady).toList(), bulkBytes, nanos))
                : Optional.empty();
    }

    /// Whether any of them has a record that is to be sent, be it after others that are sent again.
    public static boolean isAnyWaiting(Collection<Lane> lanes) {
        return lanes.stream().anyMatch(lane -> lane.peek() != null);
    }

    private boolean isAlone(Lane lane, long bulkBytes) {
        return switch (scope) {
            case SHARD -> true;
            case NODE -> false;
            case AUTO -> lane.waitingBytes() >= bulkBytes;
        };
    }

    /// Whoever had nothing sent for longer, so that a lane which always fills a bulk does not keep others waiting.
    private static boolean goesBefore(Lane lane, Lane other) {
        long later = lane.waitingSince() - other.waitingSince();
        return later < 0 || (later == 0 && lane.waitingBytes() > other.waitingBytes());
    }

    private static boolean isReady(Lane lane) {
        return !lane.isHeld() && lane.peek() != null;
    }

    /// One of each in turn, so that all the shards of the node have work.
    private static Bulk take(List<Lane> lanes, long bulkBytes, long nanos) {
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
            entries.add(lane.take(nanos));
            turns.add(lane);
        }
        return new Bulk(entries, 0);
    }
}
