package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.state.lanes.Lanes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Puts states into their lanes in batches, and notes in the rejects topic what they are: before, if their
/// bytes are not the rejected ones, that this is on purpose; behind, where they lie, so that it can be told
/// what became of them.
///
/// A state that the source has given up is left out, and is noted as settled by what lies behind its reject:
/// it needs nobody any more. One of which the source cannot be asked for its bytes is left out and stays open.
final class Republishing {
    private static final long MOST_BYTES = 4 << 20;

    /// What changed the bytes of a replaced state that is published as it was rejected after all.
    private static final String NOTHING = "nothing";

    private final Lanes lanes;
    private final NewestRejects newest;
    private final LivingStates living;
    private final Runnable permission;
    private final Set<DocumentKey> published = new HashSet<>();
    private final Map<String, Long> givenUp = new TreeMap<>();
    private final List<DocRecord> batch = new ArrayList<>();
    private final List<RejectRecord> replacements = new ArrayList<>();
    private long batchBytes;
    private long bytes;

    Republishing(Lanes lanes, NewestRejects newest, LivingStates living, Runnable permission) {
        this.lanes = lanes;
        this.newest = newest;
        this.living = living;
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
        leaveOut(living.givenUp(batch.stream().map(this::stateOf).toList()));
        if (!replacements.isEmpty()) {
            lanes.note(replacements);
        }
        if (!batch.isEmpty()) {
            lanes.note(places(lanes.publish(batch)));
        }
        for (DocRecord document : batch) {
            published.add(NewestRejects.keyOf(document));
            bytes += document.size();
        }
        batch.clear();
        replacements.clear();
        batchBytes = 0;
    }

    private LivingStates.State stateOf(DocRecord document) {
        DocumentKey key = NewestRejects.keyOf(document);
        NewestRejects.State state = newest.of(key);
        return new LivingStates.State(
                key,
                document.version(),
                document.source() == null,
                state == null ? LivingStates.UNKNOWN : state.content());
    }

    private void leaveOut(Map<DocumentKey, String> reasons) {
        if (reasons.isEmpty()) {
            return;
        }
        List<RejectRecord> notes = new ArrayList<>();
        for (DocRecord document : batch) {
            DocumentKey key = NewestRejects.keyOf(document);
            NewestRejects.State state = newest.of(key);
            boolean isSettled = reasons.containsKey(key) && !LivingStates.UNREAD.equals(reasons.get(key));
            if (isSettled && state != null) {
                notes.addAll(settled(document, state.docsOffset() + 1));
            }
        }
        lanes.note(notes);
        reasons.values().forEach(why -> givenUp.merge(why, 1L, Long::sum));
        batch.removeIf(document -> reasons.containsKey(NewestRejects.keyOf(document)));
        replacements.removeIf(one -> reasons.containsKey(NewestRejects.keyOf(one.document())));
    }

    private List<RejectRecord> places(List<Long> offsets) {
        List<RejectRecord> notes = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            notes.addAll(settled(batch.get(i), offsets.get(i)));
        }
        return notes;
    }

    /// What becomes of the newest state settles the older ones, too: they are never published again.
    private List<RejectRecord> settled(DocRecord document, long offset) {
        List<RejectRecord> notes = new ArrayList<>();
        notes.add(new Replayed(document, offset));
        NewestRejects.State state = newest.of(NewestRejects.keyOf(document));
        for (long version : state == null ? List.<Long>of() : state.older()) {
            notes.add(new Replayed(new DocRecord(document.id(), document.routing(), version, null), offset));
        }
        return notes;
    }

    /// Why documents were left out that the source has given up, and how many for each.
    Map<String, Long> givenUp() {
        return givenUp;
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

    /// Which documents these are.
    Set<DocumentKey> documents() {
        return Set.copyOf(published);
    }

    /// Bytes of their ids, routings and sources.
    long bytes() {
        return bytes;
    }
}
