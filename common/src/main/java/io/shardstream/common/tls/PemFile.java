package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.FileText;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A file of certificates or of a private key, as OpenSSL and cert-manager write them (RFC 7468).
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    private final Path path;
    private final String text;

    /// @param text what [FileText#of] gave for it
    PemFile(Path path, String text) {
        this.path = path;
        this.text = text;
    }

    private record Block(String label, String base64) {
        byte[] bytes() {
            return Base64.getMimeDecoder().decode(base64);
        }
    }

    /// The file as it is now.
    ///
    /// @throws FileException if it cannot be read
    static PemFile at(Path path) throws FileException {
        return new PemFile(path, FileText.of(path));
    }

    /// All certificates, in their order.
    ///
    /// @return at least one
    /// @throws FileException if there is none, or one that cannot be understood
    List<X509Certificate> certificates() throws FileException {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks("CERTIFICATE").toList()) {
                if (factory.generateCertificate(new ByteArrayInputStream(block.bytes()))
                        instanceof X509Certificate certificate) {
                    certificates.add(certificate);
                }
            }
        } catch (CertificateException | IllegalArgumentException e) {
            throw new FileException("A certificate in " + path + " cannot be understood (" + e.getMessage() + ").", e);
        }
        if (certificates.isEmpty()) {
            throw new FileException("No certificate is in " + path
                    + ": it must be a PEM file, in which each begins with -----BEGIN CERTIFICATE-----.");
        }
        return certificates;
    }

    /// The private key: RSA, EC or EdDSA.
    ///
    /// @throws FileException if there is none, or it is not in PKCS#8, or it is encrypted
    PrivateKey key() throws FileException {
        for (Block block : blocks("PRIVATE KEY").toList()) {
            return key(block);
        }
        if (blocks("ENCRYPTED PRIVATE KEY").findAny().isPresent() || text.contains("Proc-Type: 4,ENCRYPTED")) {
            throw new FileException("The key in " + path
                    + " is encrypted, and nothing here knows its password: decrypt it with " + conversion() + ".");
        }
        for (String old : List.of("RSA PRIVATE KEY", "EC PRIVATE KEY")) {
            if (blocks(old).findAny().isPresent()) {
                throw new FileException("The key in " + path + " is written as " + old
                        + " (PKCS#1), and PKCS#8 is needed: convert it with " + conversion()
                        + ", or have cert-manager write it so with privateKey.encoding: PKCS8.");
            }
        }
        throw new FileException("No private key is in " + path
                + ": it must be a PEM file with a key that begins with -----BEGIN PRIVATE KEY-----.");
    }

    private PrivateKey key(Block block) throws FileException {
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(block.bytes()));
            } catch (InvalidKeySpecException e) {
                // Of another algorithm.
            } catch (NoSuchAlgorithmException | IllegalArgumentException e) {
                throw new FileException("The key in " + path + " cannot be understood.", e);
            }
        }
        throw new FileException("The key in " + path + " cannot be understood: it must be one for RSA, EC or EdDSA.");
    }

    private String conversion() {
        return "'openssl pkcs8 -topk8 -nocrypt -in " + path + " -out new.key'";
    }

    private Stream<Block> blocks(String label) {
        return BLOCK.matcher(text)
                .results()
                .map(found -> new Block(found.group(1), found.group(2)))
                .filter(block -> block.label().equals(label));
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
