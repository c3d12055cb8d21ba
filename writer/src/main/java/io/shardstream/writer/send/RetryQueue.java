package io.shardstream.writer.send;

import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Bulks that are to be sent again at their time. Their lanes are held from when they come here until
/// they are answered: [#answered(Bulk)]. What a node refused is repeated ten times a second at most, however many
/// bulks that are.
public final class RetryQueue {
    private static final long SPACE = Duration.ofMillis(100).toNanos();

    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));
    private final PriorityQueue<Due> spaced = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));
    private final long start;
    private long nextSpaced;

    private record Due(long nanos, Bulk bulk) {}

    /// @param start any moment before all others
    public RetryQueue(long start) {
        this.start = start;
    }

    /// To be sent in another form than the one that was not taken.
    public void add(Bulk bulk, long dueNanos) {
        add(queue, bulk, dueNanos);
    }

    /// To be sent as it was, because the node would not take it then.
    public void addSpaced(Bulk bulk, long dueNanos) {
        add(spaced, bulk, dueNanos);
    }

    private void add(PriorityQueue<Due> to, Bulk bulk, long dueNanos) {
        bulk.lanes().forEach(Lane::hold);
        to.add(new Due(dueNanos - start, bulk));
    }

    /// Takes out what is of lanes that belong elsewhere now, each lane's in a bulk of its own. The lanes stay held.
    public List<Bulk> takeOut(Predicate<Lane> isElsewhere) {
        List<Bulk> elsewhere = new ArrayList<>();
        takeOut(queue, isElsewhere, elsewhere);
        takeOut(spaced, isElsewhere, elsewhere);
        return elsewhere;
    }

    private static void takeOut(PriorityQueue<Due> from, Predicate<Lane> isElsewhere, List<Bulk> elsewhere) {
        List<Due> left = from.stream()
                .filter(due -> due.bulk().lanes().stream().anyMatch(isElsewhere))
                .toList();
        from.removeAll(left);
        for (Due due : left) {
            for (Bulk some : Bulk.byLane(due.bulk().entries(), due.bulk().failures())) {
                if (isElsewhere.test(some.entries().getFirst().lane())) {
                    elsewhere.add(some);
                } else {
                    from.add(new Due(due.nanos(), some));
                }
            }
        }
    }

    /// Takes over what [#takeOut] gave up in another queue.
    public void takeOver(Bulk bulk, long dueNanos) {
        spaced.add(new Due(dueNanos - start, bulk));
    }

    public boolean isEmpty() {
        return queue.isEmpty() && spaced.isEmpty();
    }

    /// How many bulks wait.
    public int size() {
        return queue.size() + spaced.size();
    }

    /// Records of the smallest bulk that waits; more than any has if none does.
    public int leastRecords() {
        return Stream.concat(queue.stream(), spaced.stream())
                .mapToInt(due -> due.bulk().entries().size())
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    /// A bulk that is due, without the records of lanes that were given up since.
    public Optional<Bulk> take(long nanos) {
        long now = nanos - start;
        Optional<Bulk> due = take(queue, now);
        if (due.isEmpty() && now >= nextSpaced) {
            due = take(spaced, now);
            if (due.isPresent()) {
                nextSpaced = now + SPACE;
            }
        }
        return due;
    }

    private static Optional<Bulk> take(PriorityQueue<Due> from, long now) {
        while (!from.isEmpty() && from.peek().nanos() <= now) {
            Bulk bulk = from.remove().bulk();
            List<Entry> wanted = bulk.entries().stream()
                    .filter(entry -> !entry.lane().isClosed())
                    .toList();
            if (!wanted.isEmpty()) {
                return Optional.of(new Bulk(wanted, bulk.failures()));
            }
        }
        return Optional.empty();
    }

    /// Brings forward what waits for longer: the node answers again.
    public void hurry(long dueNanos) {
        List<Due> late =
                spaced.stream().filter(due -> due.nanos() > dueNanos - start).toList();
        spaced.removeAll(late);
        late.forEach(due -> spaced.add(new Due(dueNanos - start, due.bulk())));
    }

    /// Frees the lanes of a bulk that came from here.
    public void answered(Bulk bulk) {
        bulk.lanes().forEach(Lane::release);
    }
}
