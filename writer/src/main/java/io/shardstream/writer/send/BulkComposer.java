package io.shardstream.writer.send;

import io.shardstream.writer.bulk.BulkBody;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Decides which waiting records make the next bulk: those of the fullest lane alone, if they fill one;
/// else those of all lanes together, once they fill one, or the oldest has waited long enough, or no bulk is
/// under way in whose time more could come.
public final class BulkComposer {
    private final long lingerNanos;

    /// @param linger how long a record may wait for company
    public BulkComposer(Duration linger) {
        this.lingerNanos = linger.toNanos();
    }

    /// The next bulk, its records taken from their lanes; empty if none is due.
    ///
    /// @param bulkBytes a bulk of several records is not longer than this
    /// @param isIdle whether no bulk is under way
    /// @param nanos now
    public Optional<Bulk> next(Collection<Lane> lanes, long bulkBytes, boolean isIdle, long nanos) {
        Lane fullest = null;
        long all = 0;
        boolean waitedLongEnough = isIdle;
        for (Lane lane : lanes) {
            if (isReady(lane)) {
                fullest = fullest == null || lane.waitingBytes() > fullest.waitingBytes() ? lane : fullest;
                all += lane.waitingBytes();
                waitedLongEnough |= nanos - lane.waitingSince() >= lingerNanos;
            }
        }
        if (fullest == null) {
            return Optional.empty();
        }
        if (fullest.waitingBytes() >= bulkBytes) {
            return Optional.of(take(List.of(fullest), bulkBytes));
        }
        return all >= bulkBytes || waitedLongEnough
                ? Optional.of(take(fullestFirst(lanes), bulkBytes))
                : Optional.empty();
    }

    private static boolean isReady(Lane lane) {
        return !lane.isHeld() && lane.peek() != null;
    }

    private static List<Lane> fullestFirst(Collection<Lane> lanes) {
        return lanes.stream()
                .filter(BulkComposer::isReady)
                .sorted(Comparator.comparingLong(Lane::waitingBytes).reversed())
                .toList();
    }

    private static Bulk take(List<Lane> lanes, long bulkBytes) {
        List<Entry> entries = new ArrayList<>();
        long bytes = 0;
        for (Lane lane : lanes) {
            for (Entry next = lane.peek(); next != null; next = lane.peek()) {
                bytes += BulkBody.sizeOf(next.document());
                if (bytes > bulkBytes && !entries.isEmpty()) {
                    return new Bulk(entries, 0);
                }
                entries.add(lane.take());
            }
        }
        return new Bulk(entries, 0);
    }
}
