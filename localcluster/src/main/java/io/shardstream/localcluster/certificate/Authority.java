package io.shardstream.localcluster.certificate;

import io.shardstream.localcluster.process.LocalServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// An authority of this machine's own: whoever trusts it trusts the servers and clients that it has certified. Its own
/// key and all that it certified lie in one key store, which the JDK's `keytool` fills.
public final class Authority {
    private static final String SELF = "authority";
    private static final int LINE = 64;
    /// Guards nothing: the key store lies beside the keys themselves.
    private static final String PASSWORD = "authority";

    private final Path store;
    private int certified;

    private Authority(Path store) {
        this.store = store;
    }

    /// A new one.
    ///
    /// @param folder for its key store, which must not be there yet
    /// @param name in its own certificate
    public static Authority create(Path folder, String name) {
        Authority made = new Authority(folder.resolve(name + ".p12"));
        made.keytool("-alias", SELF, "-dname", "CN=" + name, "-ext", "bc:critical", "-validity", "30");
        return made;
    }

    /// When a certificate is good for anything.
    public enum Validity {
        /// For a month.
        NOW("-1d", "30"),
        /// Until yesterday.
        PAST("-10d", "9");

        private final String begin;
        private final String days;

        Validity(String begin, String days) {
            this.begin = begin;
            this.days = days;
        }
    }

    /// Certifies a server of this machine, or a client.
    ///
    /// @param name becomes the common name
    /// @return key and certificate in PEM, in PKCS#8 and not encrypted, the key first
    public synchronized String certify(String name, Validity validity) {
        String alias = "certified-" + ++certified;
        keytool(
                "-alias",
                alias,
                "-dname",
                "CN=" + name,
                "-signer",
                SELF,
                "-startdate",
                validity.begin,
                "-validity",
                validity.days,
                "-ext",
                "san=dns:localhost,ip:127.0.0.1");
        try {
            KeyStore all = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
            return pem("PRIVATE KEY", all.getKey(alias, PASSWORD.toCharArray()).getEncoded())
                    + pem("CERTIFICATE", all.getCertificate(alias).getEncoded());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("What was certified cannot be read from " + store, e);
        }
    }

    /// What others need to trust it: its own certificate in PEM.
    public synchronized String certificate() {
        try {
            Certificate own =
                    KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()).getCertificate(SELF);
            return pem("CERTIFICATE", own.getEncoded());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("The authority cannot be read from " + store, e);
        }
    }

    private static String pem(String label, byte[] bytes) {
        String lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
    }

    private void keytool(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(options));
        try {
            Files.createDirectories(store.toAbsolutePath().getParent());
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new LocalServerException("keytool could not make a certificate: " + said.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("There is no keytool beside the Java that runs this", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalServerException("Making a certificate was interrupted.", e);
        }
    }
}
