package io.shardstream.workload.compare;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The first 128 bits of a SHA-256, which stand for the bytes of a body.
record Digest(long high, long low) {
    static Digest of(ByteBuffer bytes) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(bytes.duplicate());
            ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
            return new Digest(digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
