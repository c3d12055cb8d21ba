package io.shardstream.localcluster.search;

import io.shardstream.localcluster.security.AnyCertificate;
import io.shardstream.localcluster.security.SearchSecurity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Asks a node how many nodes its cluster has.
final class HealthProbe {

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Pattern NODES = Pattern.compile("\"number_of_nodes\"\\s*:\\s*(\\d+)");

    private final HttpClient client;
    private final Optional<SearchSecurity> security;

    HealthProbe(Optional<SearchSecurity> security) {
        HttpClient.Builder wanted = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(LIMIT);
        this.security = security;
        this.client = (security.isPresent() ? wanted.sslContext(AnyCertificate.context()) : wanted).build();
    }

    /// The number of nodes, or -1 as long as it does not answer or has no master. A node that wants a password counts
    /// as one that has all its nodes.
    int nodes(URI node) {
        HttpRequest.Builder request = HttpRequest.newBuilder(node.resolve("/_cluster/health?timeout=1s"))
                .timeout(LIMIT);
        security.ifPresent(its -> request.header("Authorization", its.adminHeader()));
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 401) {
                return Integer.MAX_VALUE;
            }
            Matcher nodes = NODES.matcher(answer.body());
            return answer.statusCode() == 200 && nodes.find() ? Integer.parseInt(nodes.group(1)) : -1;
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
