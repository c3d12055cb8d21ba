package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Sha256;
import io.shardstream.common.contract.record.DocRecord;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A short name for one state of one document: id, routing and version in 64 bits. Among a million states two are
/// taken for one with a probability of 3 in 100 million.
public final class StateHash {
    private StateHash() {}

    public static long of(DocRecord document) {
        return of(document.id(), document.routing(), document.version());
    }

    public static long of(Bytes id, @Nullable Bytes routing, long version) {
        MessageDigest digest = Sha256.begin();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(version).flip());
        return named(id, routing, digest);
    }

    /// A short name for a document in whatever state: id and routing.
    static long ofDocument(DocRecord document) {
        return named(document.id(), document.routing(), Sha256.begin());
    }

    private static long named(Bytes id, @Nullable Bytes routing, MessageDigest digest) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(id.length()).flip());
        digest.update(id.toBuffer());
        if (routing != null) {
            digest.update(routing.toBuffer());
        }
        return ByteBuffer.wrap(digest.digest()).getLong();
    }

    /// The SHA-256 of what a document holds.
    public static Bytes ofContent(Bytes body) {
        MessageDigest digest = Sha256.begin();
        digest.update(body.toBuffer());
        return Bytes.of(digest.digest());
    }

    /// A state together with what it holds, in 64 bits.
    ///
    /// @param content its [#ofContent]
    public static long withContent(long state, Bytes content) {
        MessageDigest digest = Sha256.begin();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(state).flip());
        digest.update(content.toBuffer());
        return ByteBuffer.wrap(digest.digest()).getLong();
    }
}
