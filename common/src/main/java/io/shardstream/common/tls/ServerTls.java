package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// The server's side of TLS 1.2 and 1.3. Files that change, as cert-manager renews them, are taken up with the next
/// connection, ten seconds later at the most.
///
/// A client may come without a certificate, since whatever probes a process has none; one that is shown must be good.
public final class ServerTls {
    /// For so long a client may go on with what was found of its certificate, without showing it again.
    private static final Duration SESSION = Duration.ofMinutes(5);

    private final Renewed<Identity> identity;
    private final Optional<Renewed<X509ExtendedTrustManager>> clients;

    private ServerTls(Renewed<Identity> identity, Optional<Renewed<X509ExtendedTrustManager>> clients) {
        this.identity = identity;
        this.clients = clients;
    }

    /// @throws FileException if the files cannot be used
    public static ServerTls of(TlsFiles files, InstantSource clock) throws FileException {
        Renewed<Identity> identity = files.identity().renewed(clock);
        if (files.clientAuthorities().isEmpty()) {
            return new ServerTls(identity, Optional.empty());
        }
        var authorities = files.clientAuthorities().get();
        return new ServerTls(identity, Optional.of(TrustedCertificates.renewed(authorities, clock)));
    }

    /// Whether clients are asked for certificates.
    public boolean asksClients() {
        return clients.isPresent();
    }

    /// For connections to this server.
    ///
    /// @param refused hears of certificates that are not trusted
    public SSLContext context(RefusedCertificates refused) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new ShownCertificate(identity)},
                    clients.map(trusted -> new TrustManager[] {new AskedCertificate(trusted, refused)})
                            .orElse(new TrustManager[0]),
                    null);
            context.getServerSessionContext().setSessionTimeout((int) SESSION.toSeconds());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime knows no TLS", e);
        }
    }

    /// How connections of that context are to be made.
    public SSLParameters parameters(SSLContext context) {
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setWantClientAuth(asksClients());
        return parameters;
    }

    /// What is shown at the moment, for people.
    @Override
    public String toString() {
        return identity.now().toString();
    }
}
