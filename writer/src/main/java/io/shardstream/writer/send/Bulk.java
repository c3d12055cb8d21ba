package io.shardstream.writer.send;

import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Records that go to the target in one request.
///
/// @param entries at least one; of one lane or several
/// @param failures how often its records came back without an outcome before this request, 0 at first
public record Bulk(List<Entry> entries, int failures) {
    public Bulk {
        entries = List.copyOf(entries);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("a bulk has at least one record");
        }
    }

    public Set<Lane> lanes() {
        return entries.stream().map(Entry::lane).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Bytes of its records in memory.
    public long bytes() {
        return entries.stream().mapToLong(Entry::size).sum();
    }

    /// The same once more.
    public Bulk again() {
        return new Bulk(entries, failures + 1);
    }

    /// The records in two bulks of about the same number, with one failure more.
    ///
    /// @throws IllegalStateException if there is only one record
    public List<Bulk> halves() {
        if (entries.size() == 1) {
            throw new IllegalStateException("one record cannot be halved");
        }
        int middle = entries.size() / 2;
        return List.of(
                new Bulk(entries.subList(0, middle), failures + 1),
                new Bulk(entries.subList(middle, entries.size()), failures + 1));
    }

    /// The records by lane, each lane's in a bulk of its own: so the trouble of one lane does not hold up another.
    ///
    /// @param failures of them
    public static List<Bulk> byLane(List<Entry> entries, int failures) {
        Map<Lane, List<Entry>> byLane =
                entries.stream().collect(Collectors.groupingBy(Entry::lane, LinkedHashMap::new, Collectors.toList()));
        return byLane.values().stream().map(some -> new Bulk(some, failures)).toList();
    }
}
