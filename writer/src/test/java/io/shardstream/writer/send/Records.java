package io.shardstream.writer.send;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Records for tests, and lanes that hold them.
final class Records {
    private Records() {}

    static DocRecord document(String id, String source) {
        return new DocRecord(Bytes.utf8(id), null, new VersionWord(1, 0, 1).value(), Bytes.utf8(source));
    }

    /// A lane with so many records, whose sources have so many bytes each, that came at `nanos`.
    static Lane lane(int partition, int records, int bytes, long nanos) {
        Lane lane = new Lane(partition, 0);
        for (int i = 0; i < records; i++) {
            lane.add(i, Optional.empty(), document(partition + "-" + i, "x".repeat(bytes)), nanos);
        }
        return lane;
    }

    /// A bulk of everything that waits in a lane.
    static Bulk bulkOf(Lane lane) {
        List<Entry> entries = new ArrayList<>();
        while (lane.peek() != null) {
            entries.add(lane.take(0));
        }
        return new Bulk(entries, 0);
    }
}
