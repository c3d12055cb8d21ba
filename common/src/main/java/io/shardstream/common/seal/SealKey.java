package io.shardstream.common.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/// The secret that all processes of a run share, 32 bytes.
public final class SealKey {
    public static final int BYTES = 32;

    private static final int CHECK_BYTES = 16;

    private final byte[] bytes;

    private SealKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @param base64 32 bytes as `openssl rand -base64 32` writes them
    /// @return empty if it is anything else
    public static Optional<SealKey> of(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return bytes.length == BYTES ? Optional.of(new SealKey(bytes)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// By which processes of a run see that they have the same key, base64 of 16 bytes. Whoever learns it
    /// learns nothing of the key, and cannot find it by trying: the key has 256 random bits.
    ///
    /// @param run its name
    public String check(String run) {
        return Base64.getEncoder().encodeToString(derived("shardstream check of " + run, CHECK_BYTES));
    }

    /// The key of one run: whoever learns it learns nothing of other runs that were given the same secret.
    byte[] ofRun(String run) {
        return derived("shardstream documents of " + run, BYTES);
    }

    private byte[] derived(String purpose, int length) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(
                            HKDFParameterSpec.ofExtract().addIKM(bytes).thenExpand(purpose.getBytes(UTF_8), length));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime knows no HKDF-SHA256", e);
        }
    }

    /// Says nothing of the key.
    @Override
    public String toString() {
        return "a key of " + bytes.length + " bytes";
    }
}
