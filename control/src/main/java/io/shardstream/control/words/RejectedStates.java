package io.shardstream.control.words;

import io.shardstream.common.record.DocRecord;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.scan.DocumentKey;
import io.shardstream.control.state.StateHash;
import java.util.Arrays;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// States of documents that the target had refused for good when this was read: their versions, and eight bytes
/// for each, a part of its hash.
///
/// In a source that was shrunk documents share numbers. Where the target refused one of two and the source
/// deleted the other one, both sides have that number once, of different documents: so a word of the target
/// that is also a reject's is looked at by id, however often either side has it.
public final class RejectedStates {
    private final Roaring64Bitmap versions = new Roaring64Bitmap();
    private long[] hashes = new long[64];
    private int size;

    private RejectedStates() {}

    /// Reads all rejects. To be read when the lanes have drained: what lies in them may still be refused. Blocks.
    public static RejectedStates of(Lanes lanes) {
        RejectedStates states = new RejectedStates();
        lanes.forEachReject(reject -> {
            DocRecord document = reject.document();
            states.versions.addLong(document.version());
            states.add(StateHash.of(document));
        });
        Arrays.sort(states.hashes, 0, states.size);
        return states;
    }

    /// Whether this state of this document was refused.
    public boolean contains(DocumentKey document, long version) {
        return versions.contains(version)
                && Arrays.binarySearch(hashes, 0, size, StateHash.of(document.id(), document.routing(), version)) >= 0;
    }

    /// Whether a state with this word was refused, of whatever document.
    boolean contains(VersionWord word) {
        return versions.contains(word.value());
    }

    private void add(long hash) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        hashes[size++] = hash;
    }
}
