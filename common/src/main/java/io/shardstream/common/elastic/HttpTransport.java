package io.shardstream.common.elastic;

import io.shardstream.common.tls.PemException;
import io.shardstream.common.tls.TrustedCertificates;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP client behind all nodes of one cluster. What Apache's client would do of its own accord is
/// switched off: it repeats requests that were answered with 429 or 503, which would count a refusal
/// twice, and asks for compression, which costs more than a local network does.
final class HttpTransport {
    private static final Timeout CONNECT = Timeout.ofSeconds(5);
    private static final int CONNECTIONS_PER_NODE = 128;
    private static final int CONNECTIONS = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

    private HttpTransport() {}

    /// @throws ElasticException.Unreachable if the CA file cannot be read
    static CloseableHttpAsyncClient of(ElasticSettings settings) throws ElasticException.Unreachable {
        Timeout silence = Timeout.of(settings.requestTimeout());
        return HttpAsyncClientBuilder.create()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(CONNECT)
                                .setSocketTimeout(silence)
                                .build())
                        .setMaxConnPerRoute(CONNECTIONS_PER_NODE)
                        .setMaxConnTotal(CONNECTIONS)
                        // Without a verifier this client compares no names of hosts (seen with 5.6.3).
                        .setTlsStrategy(new DefaultClientTlsStrategy(
                                trusting(settings.ca()), HttpsSupport.getDefaultHostnameVerifier()))
                        .build())
                // Closing in the middle of an exchange is no event; whoever waits for the answer is told.
                .setIoReactorExceptionCallback(e -> LOG.debug("An HTTP connection ended abnormally", e))
                .setIOReactorConfig(
                        IOReactorConfig.custom().setSoKeepAlive(true).build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(silence)
                        .setResponseTimeout(silence)
                        .build())
                .disableAutomaticRetries()
                .disableContentCompression()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableAuthCaching()
                .build();
    }

    private static SSLContext trusting(@Nullable Path ca) throws ElasticException.Unreachable {
        try {
            return ca == null ? SSLContext.getDefault() : TrustedCertificates.in(ca);
        } catch (GeneralSecurityException | PemException e) {
            throw new ElasticException.Unreachable(
                    "The CA file " + ca + " cannot be used: it must be a readable PEM file of certificates", e);
        }
    }
}
