package io.shardstream.control.preflight.checkup;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Looks at a server's certificate, whoever has signed it: nothing but the handshake is sent.
final class CertificateLook {
    private CertificateLook() {}

    /// When the certificate of the server itself ends. A server that wants a certificate of ours shows its
    /// own before it breaks off.
    ///
    /// @throws IOException if there is none to be seen at any address of the host
    static Instant endAt(String host, int port) throws IOException {
        Anybody anybody = new Anybody();
        try {
            TlsHandshake.with(host, port, new TrustManager[] {anybody}, "");
        } catch (IOException e) {
            if (anybody.seen.get() == null) {
                throw e;
            }
        }
        X509Certificate own = anybody.seen.get();
        if (own == null) {
            throw new IOException("it shows none");
        }
        return own.getNotAfter().toInstant();
    }

    /// Also a certificate that has ended is to be looked at.
    private static final class Anybody extends X509ExtendedTrustManager {
        private final AtomicReference<X509Certificate> seen = new AtomicReference<>();

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            seen.set(chain[0]);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            seen.set(chain[0]);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            seen.set(chain[0]);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
