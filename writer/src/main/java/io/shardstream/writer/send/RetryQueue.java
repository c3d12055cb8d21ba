package io.shardstream.writer.send;

import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Bulks that are to be sent again at their time. Their lanes are held from when they come here until
/// they are answered: [#answered(Bulk)].
public final class RetryQueue {
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));
    private final long start;

    private record Due(long nanos, Bulk bulk) {}

    /// @param start any moment before all others
    public RetryQueue(long start) {
        this.start = start;
    }

    public void add(Bulk bulk, long dueNanos) {
        bulk.lanes().forEach(Lane::hold);
        queue.add(new Due(dueNanos - start, bulk));
    }

    /// A bulk that is due, without the records of lanes that were given up since.
    public Optional<Bulk> take(long nanos) {
        while (!queue.isEmpty() && queue.peek().nanos() <= nanos - start) {
            Bulk bulk = queue.remove().bulk();
            List<Entry> wanted = bulk.entries().stream()
                    .filter(entry -> !entry.lane().isClosed())
                    .toList();
            if (!wanted.isEmpty()) {
                return Optional.of(new Bulk(wanted, bulk.attempt()));
            }
        }
        return Optional.empty();
    }

    /// Brings forward what waits for longer: the target answers again.
    public void hurry(long dueNanos) {
        List<Due> late =
                queue.stream().filter(due -> due.nanos() > dueNanos - start).toList();
        queue.removeAll(late);
        late.forEach(due -> queue.add(new Due(dueNanos - start, due.bulk())));
    }

    /// Frees the lanes of a bulk that came from here.
    public void answered(Bulk bulk) {
        bulk.lanes().forEach(Lane::release);
    }
}
