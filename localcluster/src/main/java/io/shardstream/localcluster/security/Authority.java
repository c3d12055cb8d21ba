package io.shardstream.localcluster.security;

import io.shardstream.localcluster.process.LocalServerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// An authority of a test's own, which issues certificates with the JDK's `keytool`. Of no use to anybody
/// else: its password is no secret.
public final class Authority {
    private static final String PASSWORD = "of-a-test";
    private static final String ALIAS = "authority";
    private static final int DAYS = 30;
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path store;

    private Authority(Path store) {
        this.store = store;
    }

    /// Makes one.
    ///
    /// @param folder where it keeps its key
    /// @param name of its subject, without a comma
    public static Authority make(Path folder, String name) {
        Authority authority = new Authority(folder.resolve(name.replace(' ', '-') + ".p12"));
        authority.keytool(ALIAS, name, List.of("-startdate", "-30d", "-validity", "60", "-ext", "bc:c=ca:true"));
        return authority;
    }

    /// For whoever answers on the loopback interface, from yesterday on for a month.
    public Issued server(String name) {
        return issue(
                name, List.of("-startdate", "-1d", "-validity", "" + DAYS, "-ext", "san=ip:127.0.0.1,dns:localhost"));
    }

    /// The same for another host, `elsewhere.test`.
    public Issued serverElsewhere(String name) {
        return issue(name, List.of("-startdate", "-1d", "-validity", "" + DAYS, "-ext", "san=dns:elsewhere.test"));
    }

    /// The same as [#server], whose time ended five days ago.
    public Issued endedServer(String name) {
        return issue(name, List.of("-startdate", "-10d", "-validity", "5", "-ext", "san=ip:127.0.0.1,dns:localhost"));
    }

    /// The same as [#server], whose time ends in a week.
    public Issued endingServer(String name) {
        return issue(name, List.of("-startdate", "-1d", "-validity", "8", "-ext", "san=ip:127.0.0.1,dns:localhost"));
    }

    /// For a client, from yesterday on for a month.
    public Issued client(String name) {
        return issue(name, List.of("-startdate", "-1d", "-validity", "" + DAYS));
    }

    /// The same, whose time ended five days ago.
    public Issued endedClient(String name) {
        return issue(name, List.of("-startdate", "-10d", "-validity", "5"));
    }

    /// Its own certificate, as PEM.
    public String certificate() {
        return pem("CERTIFICATE", encoded(own()));
    }

    /// SHA-256 of its own certificate, in hexadecimal digits.
    public String fingerprint() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encoded(own())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Issued issue(String name, List<String> more) {
        List<String> options = new ArrayList<>(List.of("-signer", ALIAS));
        options.addAll(more);
        String alias = name.replace(' ', '-') + "-" + System.nanoTime();
        keytool(alias, name, options);
        try {
            KeyStore keys = keys();
            StringBuilder chain = new StringBuilder();
            for (Certificate one : keys.getCertificateChain(alias)) {
                chain.append(pem("CERTIFICATE", encoded(one)));
            }
            byte[] key = keys.getKey(alias, PASSWORD.toCharArray()).getEncoded();
            return new Issued(chain.toString(), pem("PRIVATE KEY", key));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Certificate own() {
        try {
            return keys().getCertificate(ALIAS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyStore keys() throws GeneralSecurityException {
        try {
            return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        } catch (IOException e) {
            throw new LocalServerException("Cannot read the certificates in " + store + ": " + e.getMessage(), e);
        }
    }

    private static byte[] encoded(Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n" + LINES.encodeToString(content) + "\n-----END " + what + "-----\n";
    }

    private void keytool(String alias, String name, List<String> more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                "CN=" + name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(more);
        try {
            Files.createDirectories(store.toAbsolutePath().resolveSibling(""));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new LocalServerException("keytool made no certificate for " + name + ": " + said.strip());
            }
        } catch (IOException e) {
            throw new LocalServerException("Cannot run the JDK's keytool: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
