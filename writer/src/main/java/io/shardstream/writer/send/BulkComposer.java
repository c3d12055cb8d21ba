package io.shardstream.writer.send;

import io.shardstream.common.runfile.BulkScope;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Decides which waiting records make the next bulk, as [BulkScope] says: those of one lane, or those of all,
/// one of each in turn. A lane is due once it fills a bulk, or has waited long enough, or no bulk is under
/// way in whose time more could come. The one that had nothing sent for longest comes first: of those that
/// are due, and in a bulk of several lanes, which may have no room for all of them.
public final class BulkComposer {
    /// Whoever had nothing sent for longer, so that a lane which always fills a bulk, or several that do so
    /// together, keep no other one waiting.
    private static final Comparator<Lane> LONGEST_FIRST = (lane, other) -> {
        long later = lane.waitingSince() - other.waitingSince();
        return later == 0 ? Long.compare(other.waitingBytes(), lane.waitingBytes()) : Long.signum(later);
    };

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
                boolean isFirst = longest == null || LONGEST_FIRST.compare(lane, longest) < 0;
                longest = isDue && isFirst ? lane : longest;
            }
        }
        if (longest != null && isAlone(longest, bulkBytes)) {
            return Optional.of(take(List.of(longest), bulkBytes, nanos));
        }
        boolean fillOne = scope != BulkScope.SHARD && all > 0 && all >= bulkBytes;
        return longest != null || fillOne ? Optional.of(take(ready(lanes), bulkBytes, nanos)) : Optional.empty();
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

    private static List<Lane> ready(Collection<Lane> lanes) {
        return lanes.stream()
                .filter(BulkComposer::isReady)
                .sorted(LONGEST_FIRST)
                .toList();
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
