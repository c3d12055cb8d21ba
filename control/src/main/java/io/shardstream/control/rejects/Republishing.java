package io.shardstream.control.rejects;

import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.common.record.RejectRecord;
import io.shardstream.common.record.Replacement;
import io.shardstream.common.record.Replayed;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.scan.DocumentKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Puts states into their lanes in batches, and notes in the rejects topic what they are: before, if their bytes are
/// not the rejected ones, that this is on purpose; behind, where they lie, so that it can be told what became of them.
final class Republishing {
    private static final long MOST_BYTES = 4 << 20;

    /// What changed the bytes of a replaced state that is published as it was rejected after all.
    private static final String NOTHING = "nothing";

    private final Lanes lanes;
    private final NewestRejects newest;
    private final Runnable permission;
    private final Set<DocumentKey> published = new HashSet<>();
    private final Set<DocumentKey> keys = new HashSet<>();
    private final List<DocRecord> batch = new ArrayList<>();
    private final List<RejectRecord> replacements = new ArrayList<>();
    private long batchBytes;
    private long bytes;

    Republishing(Lanes lanes, NewestRejects newest, Runnable permission) {
        this.lanes = lanes;
        this.newest = newest;
        this.permission = permission;
    }

    /// A state as it was rejected.
    void add(DocRecord document) {
        if (newest.isReplaced(document)) {
            replacements.add(new Replacement(document, NOTHING));
        }
        keep(document);
    }

    /// A state with other bytes.
    ///
    /// @param by what changed them
    void addReplaced(DocRecord document, String by) {
        replacements.add(new Replacement(document, by));
        keep(document);
    }

    private void keep(DocRecord document) {
        batch.add(document);
        keys.add(NewestRejects.keyOf(document));
        batchBytes += document.size();
        if (batchBytes > MOST_BYTES) {
            send();
        }
    }

    /// Publishes what is not published yet.
    void send() {
        if (batch.isEmpty()) {
            return;
        }
        permission.run();
        if (!replacements.isEmpty()) {
            lanes.note(replacements);
        }
        lanes.note(places(lanes.publish(batch)));
        published.addAll(keys);
        bytes += batchBytes;
        batch.clear();
        replacements.clear();
        keys.clear();
        batchBytes = 0;
    }

    /// What becomes of the newest state settles the older ones, too: they are never published again.
    private List<RejectRecord> places(List<Long> offsets) {
        List<RejectRecord> notes = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            DocRecord document = batch.get(i);
            long offset = offsets.get(i);
            notes.add(new Replayed(document, offset));
            NewestRejects.State state = newest.of(NewestRejects.keyOf(document));
            for (long version : state == null ? List.<Long>of() : state.older()) {
                notes.add(new Replayed(new DocRecord(document.id(), document.routing(), version, null), offset));
            }
        }
        return notes;
    }

    /// How many of the published documents were rejected once more.
    long rejectedAgain() {
        Set<DocumentKey> again = new HashSet<>();
        lanes.forEachReject((one, _) -> {
            DocumentKey document = NewestRejects.keyOf(one.document());
            if (one instanceof Reject reject && published.contains(document) && newest.isAgain(reject)) {
                again.add(document);
            }
        });
        return again.size();
    }

    /// How many documents were published and acknowledged.
    long published() {
        return published.size();
    }

    /// Bytes of their ids, routings and sources.
    long bytes() {
        return bytes;
    }
}
