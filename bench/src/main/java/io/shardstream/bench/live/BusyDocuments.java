package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.workload.load.SampleDocument;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Which documents a busy client deletes, each once, and which it updates, again and again. Both are spread over the
/// whole index.
///
/// @param deleted ids of those that it deletes, in this order
/// @param updated ids of those that it updates, all of them others
record BusyDocuments(List<String> deleted, List<String> updated) {
    /// Enough for twelve minutes at 555 a second.
    private static final int MOST_DELETED = 400_000;

    /// More than are updated in the seconds that are looked at.
    private static final int MOST_UPDATED = 5_000;

    private static final int LEAST_BETWEEN_UPDATED = 10;

    BusyDocuments {
        deleted = List.copyOf(deleted);
        updated = List.copyOf(updated);
        if (updated.isEmpty()) {
            throw new IllegalArgumentException("a busy client needs documents to update: take more with --docs");
        }
    }

    /// Chosen from all of an index.
    ///
    /// @param but of so many documents the first is left alone, as it is deleted already
    static BusyDocuments of(Workload workload, int but) {
        try (Stream<SampleDocument> all = workload.stream()) {
            return of(all.map(SampleDocument::id), workload.documents(), but);
        }
    }

    /// Chosen from so many ids.
    static BusyDocuments of(Stream<String> ids, long count, int but) {
        List<String> deleted = new ArrayList<>();
        List<String> updated = new ArrayList<>();
        long betweenUpdated = Math.max(LEAST_BETWEEN_UPDATED, count / MOST_UPDATED);
        long betweenDeleted = Math.max(1, count / MOST_DELETED);
        long number = 0;
        for (Iterator<String> each = ids.iterator(); each.hasNext(); number++) {
            String id = each.next();
            if (number % but == 0) {
                continue;
            }
            if (number % betweenUpdated == 1) {
                updated.add(id);
            } else if (number % betweenDeleted == betweenDeleted - 1) {
                deleted.add(id);
            }
        }
        return new BusyDocuments(deleted, updated);
    }

    /// Whether so many are left to be deleted after that many were.
    boolean hasMore(int from, int count) {
        return from + count <= deleted.size();
    }

    /// The next ones to be updated, from the first again after the last.
    List<String> updates(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(number -> updated.get(number % updated.size()))
                .toList();
    }
}
