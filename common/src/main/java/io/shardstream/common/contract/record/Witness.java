package io.shardstream.common.contract.record;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// Says that a document with a certain id had a certain number in the history of a source shard, without
/// saying the id: of all ids in the world, one in 65,536 has the same sign.
///
/// @param number its `_seq_no`, which was settled
/// @param sign of the id, 0 to 65535
public record Witness(long number, int sign) {
    private static final int SIGNS = 1 << 16;

    public Witness {
        if (number < 0 || sign < 0 || sign >= SIGNS) {
            throw new IllegalArgumentException(
                    "a witness has a number, and a sign of 0 to 65535, got " + number + " and " + sign);
        }
    }

    /// @param indexUuid of the index; with the number it makes the same id have another sign elsewhere
    /// @param id `_id` in UTF-8
    public static Witness of(String indexUuid, long number, Bytes id) {
        MessageDigest digest = Sha256.begin();
        digest.update((indexUuid + "/" + number + "/").getBytes(StandardCharsets.UTF_8));
        digest.update(id.toBuffer());
        byte[] hash = digest.digest();
        return new Witness(number, (Byte.toUnsignedInt(hash[0]) << Byte.SIZE) | Byte.toUnsignedInt(hash[1]));
    }
}
