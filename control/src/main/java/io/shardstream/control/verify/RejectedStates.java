package io.shardstream.control.verify;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.DocRecord;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.scan.DocumentKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// States of documents that the target refused for good, eight bytes each: what is kept of a state is a part
/// of its hash.
final class RejectedStates {
    private long[] hashes = new long[64];
    private int size;

    private RejectedStates() {}

    static RejectedStates of(Lanes lanes) {
        RejectedStates states = new RejectedStates();
        MessageDigest digest = Sha256.begin();
        lanes.forEachReject(reject -> {
            DocRecord document = reject.document();
            states.add(hash(digest, document.id(), document.routing(), document.version()));
        });
        Arrays.sort(states.hashes, 0, states.size);
        return states;
    }

    boolean contains(DocumentKey document, long version) {
        long hash = hash(Sha256.begin(), document.id(), document.routing(), version);
        return Arrays.binarySearch(hashes, 0, size, hash) >= 0;
    }

    private void add(long hash) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        hashes[size++] = hash;
    }

    private static long hash(MessageDigest digest, Bytes id, @Nullable Bytes routing, long version) {
        digest.reset();
        digest.update(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(version)
                .putInt(id.length())
                .flip());
        digest.update(id.toBuffer());
        if (routing != null) {
            digest.update(routing.toBuffer());
        }
        return ByteBuffer.wrap(digest.digest()).getLong();
    }
}
