package io.shardstream.common.tls;

import io.shardstream.common.file.Renewed;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows a server's or a client's certificate as its files are now.
///
/// The Java runtime chooses a name first and asks for what it stands for afterwards. A certificate that is renewed in
/// between must not be shown with the old one's key, so each has a name of its own, and the one before is kept.
final class ShownCertificate extends X509ExtendedKeyManager {
    private final Renewed<Identity> identity;
    private Shown current;
    private Shown before;

    ShownCertificate(Renewed<Identity> identity) {
        this.identity = identity;
        this.current = new Shown(0, identity.now());
        this.before = current;
    }

    private record Shown(int number, Identity identity) {
        String name() {
            return Integer.toString(number);
        }
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String algorithm, Principal @Nullable [] issuers, SSLEngine engine) {
        return chosen(algorithm);
    }

    /// Shown to servers too that do not name its authority: they say then what they have against it.
    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] algorithms, Principal @Nullable [] issuers, SSLEngine engine) {
        return chosen(algorithms);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] algorithms, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chosen(algorithms);
    }

    private synchronized @Nullable String chosen(String... algorithms) {
        Identity now = identity.now();
        if (now != current.identity()) {
            before = current;
            current = new Shown(current.number() + 1, now);
        }
        return Arrays.stream(algorithms).anyMatch(now::isOf) ? current.name() : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String name) {
        Identity shown = named(name);
        return shown == null ? null : shown.key();
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String name) {
        Identity shown = named(name);
        return shown == null ? null : shown.chain().toArray(X509Certificate[]::new);
    }

    private synchronized @Nullable Identity named(String name) {
        if (name.equals(current.name())) {
            return current.identity();
        }
        return name.equals(before.name()) ? before.identity() : null;
    }

    /// Servers make connections of engines only.
    @Override
    public @Nullable String chooseServerAlias(String algorithm, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String algorithm, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String algorithm, Principal @Nullable [] issuers) {
        return null;
    }
}
