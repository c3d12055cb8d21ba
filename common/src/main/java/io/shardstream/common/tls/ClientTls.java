package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The client's side of TLS. Files that change are taken up with the next connection, ten seconds later at the most.
public final class ClientTls {
    /// For so long a server is believed, and believes, by what was shown before.
    private static final Duration SESSION = Duration.ofMinutes(5);

    private final ServerCheck check;
    private final Optional<Renewed<Identity>> identity;

    private ClientTls(ServerCheck check, Optional<Renewed<Identity>> identity) {
        this.check = check;
        this.identity = identity;
    }

    /// @throws FileException if the files cannot be used
    public static ClientTls of(ClientTlsSettings settings, InstantSource clock) throws FileException {
        ServerCheck check = new ServerCheck(settings, TrustedServers.of(settings.trust(), clock));
        return settings.identity().isEmpty()
                ? new ClientTls(check, Optional.empty())
                : new ClientTls(check, Optional.of(settings.identity().get().renewed(clock)));
    }

    /// For connections to servers. Names of hosts are compared by the context itself where the client asks for it
    /// (`HTTPS` as identification algorithm) and the settings want it.
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    identity.map(shown -> new KeyManager[] {new ShownCertificate(shown)})
                            .orElse(new KeyManager[0]),
                    new TrustManager[] {check},
                    null);
            context.getClientSessionContext().setSessionTimeout((int) SESSION.toSeconds());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime knows no TLS", e);
        }
    }
}
