package io.shardstream.common.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.file.FileException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/// A certificate that a server or a client shows of itself, and the key by which it proves that.
final class Identity {
    private static final byte[] ANYTHING = "anything".getBytes(UTF_8);

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    private Identity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /// @throws FileException if one of them cannot be used, or the key is that of another certificate
    static Identity of(PemFile certificates, PemFile privateKey) throws FileException {
        List<X509Certificate> chain = certificates.certificates();
        PrivateKey key = privateKey.key();
        if (!belongs(key, chain.getFirst().getPublicKey())) {
            throw new FileException(
                    "The key in " + privateKey + " is not that of the first certificate in " + certificates + ".");
        }
        return new Identity(chain, key);
    }

    /// Its own certificate, and then those of the authorities between it and one that others know.
    List<X509Certificate> chain() {
        return chain;
    }

    PrivateKey key() {
        return key;
    }

    /// Whether it can be shown to somebody who wants keys of this kind, such as `RSA`.
    boolean isOf(String algorithm) {
        return chain.getFirst().getPublicKey().getAlgorithm().equals(algorithm);
    }

    @Override
    public String toString() {
        X509Certificate own = chain.getFirst();
        return "the certificate of " + own.getSubjectX500Principal().getName() + ", good until "
                + own.getNotAfter().toInstant();
    }

    private static boolean belongs(PrivateKey key, PublicKey certified) throws FileException {
        try {
            Signature signature = Signature.getInstance(
                    switch (key.getAlgorithm()) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        default -> "EdDSA";
                    });
            signature.initSign(key);
            signature.update(ANYTHING);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(ANYTHING);
            return signature.verify(signed);
        } catch (InvalidKeyException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new FileException("The private key cannot be used (" + e.getMessage() + ").", e);
        }
    }
}
