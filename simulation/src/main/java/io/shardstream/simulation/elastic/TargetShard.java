package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One shard of the target: documents with external versions, and tombstones that last a while in memory.
final class TargetShard {
    private final Kernel kernel;
    private final String name;
    private final Duration gcDeletes;
    private final Map<String, Stored> documents = new TreeMap<>();
    private final Map<String, Tombstone> tombstones = new HashMap<>();
    private final Map<String, Long> offsets = new HashMap<>();
    private Map<String, Stored> visible = Map.of();
    private long nextSeqNo;
    private long term = 1;
    private long refreshes;
    private long deletes;

    /// A document as the target holds it.
    ///
    /// @param seqNo the target's own
    record Stored(@Nullable String routing, long version, Bytes source, long seqNo) {}

    private record Tombstone(long version, long since) {}

    TargetShard(Kernel kernel, String name, Duration gcDeletes) {
        this.kernel = kernel;
        this.name = name;
        this.gcDeletes = gcDeletes;
    }

    @Override
    public String toString() {
        return name;
    }

    /// What the shard knows of the newest state of a document, -1 if nothing.
    private long knownVersion(String id) {
        Stored stored = documents.get(id);
        if (stored != null) {
            return stored.version();
        }
        Tombstone tombstone = tombstones.get(id);
        if (tombstone == null || kernel.nanos() - tombstone.since() > gcDeletes.toNanos()) {
            return -1;
        }
        return tombstone.version();
    }

    /// Writes with `version_type=external_gte`.
    ///
    /// @return whether it was taken, which it is not if something newer is known
    boolean write(DocRecord document) {
        if (document.version() < knownVersion(document.id().utf8())) {
            return false;
        }
        put(document, document.version());
        return true;
    }

    /// Writes whatever is there, as without versions.
    void overwrite(DocRecord document) {
        put(document, document.version());
    }

    /// Writes what stands further back in its lane, whatever its version.
    ///
    /// @return whether it was taken
    boolean writeByOffset(DocRecord document, long offset) {
        String id = document.id().utf8();
        if (offset < offsets.getOrDefault(id, -1L)) {
            return false;
        }
        offsets.put(id, offset);
        put(document, document.version());
        return true;
    }

    /// A client's write, with the server's own versions.
    void writeOfClient(String id, @Nullable String routing, @Nullable Bytes source) {
        Bytes routingBytes = routing == null ? null : Bytes.utf8(routing);
        put(new DocRecord(Bytes.utf8(id), routingBytes, 0, source), Math.max(0, knownVersion(id)) + 1);
    }

    private void put(DocRecord document, long version) {
        String id = document.id().utf8();
        Bytes source = document.source();
        long seqNo = nextSeqNo++;
        kernel.trace(() -> name + " #" + seqNo + " " + id + " version " + version
                + (source == null ? " deleted" : "=" + source.utf8()));
        if (source == null) {
            documents.remove(id);
            tombstones.put(id, new Tombstone(version, kernel.nanos()));
            deletes++;
        } else {
            Bytes routing = document.routing();
            documents.put(id, new Stored(routing == null ? null : routing.utf8(), version, source, seqNo));
            tombstones.remove(id);
        }
    }

    /// The node is started again: what was written is there, tombstones are not.
    void restart() {
        kernel.trace(() -> name + " is restarted");
        tombstones.clear();
        term++;
        refreshes = 0;
        deletes = 0;
        refresh();
    }

    void refresh() {
        visible = new TreeMap<>(documents);
        refreshes++;
    }

    Map<String, Stored> visible() {
        return visible;
    }

    Map<String, Stored> documents() {
        return documents;
    }

    long term() {
        return term;
    }

    long maxSeqNo() {
        return nextSeqNo - 1;
    }

    long refreshes() {
        return refreshes;
    }

    long deletes() {
        return deletes;
    }

    List<Map.Entry<String, Stored>> between(long above, long upTo) {
        List<Map.Entry<String, Stored>> found = new ArrayList<>();
        visible.entrySet().forEach(entry -> {
            if (entry.getValue().seqNo() > above && entry.getValue().seqNo() <= upTo) {
                found.add(entry);
            }
        });
        return found;
    }
}
