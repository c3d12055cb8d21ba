package io.shardstream.localcluster.security;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/// Passwords and tokens as Elasticsearch's files have them: `{PBKDF2}` with few rounds, since nobody attacks a test
/// (`Hasher` in its x-pack core, the same from 7.17 to 9.5).
final class PasswordHash {
    private static final int ROUNDS = 1000;
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PasswordHash() {}

    static String of(String password) {
        byte[] salt = new byte[BYTES];
        RANDOM.nextBytes(salt);
        try {
            byte[] hash = SecretKeyFactory.getInstance("PBKDF2withHMACSHA512")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ROUNDS, BYTES * Byte.SIZE))
                    .getEncoded();
            Base64.Encoder base64 = Base64.getEncoder();
            return "{PBKDF2}" + ROUNDS + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime knows no PBKDF2", e);
        }
    }
}
