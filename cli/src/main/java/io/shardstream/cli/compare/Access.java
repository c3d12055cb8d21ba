package io.shardstream.cli.compare;

import io.shardstream.common.runfile.Auth;
import io.shardstream.common.runfile.EndpointConfig;
import io.shardstream.common.runfile.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// How a server lets us in: credentials and the certificates to trust.
///
/// @param authorization the value of the header of that name
/// @param tls for `https` where the Java runtime's certificates are not to be used
public record Access(Optional<Secret> authorization, Optional<SSLContext> tls) {
    /// A server that lets everybody in.
    public static final Access OPEN = new Access(Optional.empty(), Optional.empty());

    /// What a run file says of an endpoint.
    ///
    /// @throws IOException if its certificates cannot be used; the message is a sentence
    public static Access of(EndpointConfig endpoint) throws IOException {
        Optional<SSLContext> tls = endpoint.ca().isEmpty()
                ? Optional.empty()
                : Optional.of(trusting(endpoint.ca().get()));
        return new Access(endpoint.auth().map(Auth::header), tls);
    }

    /// A client of HTTP/1.1 that trusts those certificates.
    public HttpClient client(Duration connectLimit) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectLimit);
        tls.ifPresent(builder::sslContext);
        return builder.build();
    }

    /// Adds the credentials to a request.
    public HttpRequest.Builder authorize(HttpRequest.Builder request) {
        authorization.ifPresent(header -> request.header("Authorization", header.reveal()));
        return request;
    }

    private static SSLContext trusting(Path pem) throws IOException {
        try (InputStream in = Files.newInputStream(pem)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("ca-" + number, one);
                number++;
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("The certificates in " + pem + " cannot be used: " + e.getMessage(), e);
        }
    }
}
