package io.shardstream.workload.compare;

import io.shardstream.common.runfile.Auth;
import io.shardstream.common.runfile.EndpointConfig;
import io.shardstream.common.runfile.Secret;
import io.shardstream.common.tls.ClientTls;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// How a server lets us in: credentials and the certificates to trust.
///
/// @param authorization the value of the header of that name
/// @param tls for `https` where the Java runtime's certificates are not to be used
public record ServerAccess(Optional<Secret> authorization, Optional<SSLContext> tls) {
    /// A server that lets everybody in.
    public static final ServerAccess OPEN = new ServerAccess(Optional.empty(), Optional.empty());

    /// What a run file says of an endpoint.
    ///
    /// @throws IOException if its certificates cannot be used; the message is a sentence
    public static ServerAccess of(EndpointConfig endpoint) throws IOException {
        SSLContext tls = ClientTls.of(endpoint.tls(), InstantSource.system()).context();
        return new ServerAccess(endpoint.auth().map(Auth::header), Optional.of(tls));
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
}
