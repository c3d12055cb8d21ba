package io.shardstream.ittests.secured;

import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.localcluster.security.AnyCertificate;
import io.shardstream.localcluster.security.Authority;
import io.shardstream.localcluster.security.SearchSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One Elasticsearch node with its security switched on, and what its administrator asks of it.
///
/// @param servers the cluster
/// @param security who may use it
/// @param folder of its authority, and for more of them
record SecuredCluster(SearchCluster servers, SearchSecurity security, Path folder) implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(AnyCertificate.context())
            .build();

    /// What a node answered.
    record Answer(int status, JsonNode body) {}

    static SecuredCluster start(SearchServerVersion version) {
        try {
            Path folder = Files.createTempDirectory("shardstream-secured-");
            SearchSecurity security = SearchSecurity.of(Authority.make(folder, "Authority of tests"));
            SearchCluster servers = SearchCluster.of(version)
                    .secured(security)
                    .heapMegabytes(512)
                    .compilingLittle()
                    .start();
            return new SecuredCluster(servers, security, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// One of the standard version, which whoever changes its certificates leaves as it was.
    static SecuredCluster shared() {
        return Shared.CLUSTER;
    }

    private static final class Shared {
        static final SecuredCluster CLUSTER = start(SearchServerVersion.standard());
    }

    URI url() {
        return servers.url();
    }

    /// Has the node know what [#security] says now.
    void renew() {
        servers.renewSecurity();
    }

    /// Waits until a user is known with this password, and with no other.
    void awaitUser(String authorization) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .until(() -> send("GET", "/_security/_authenticate", "", authorization)
                                .status()
                        == 200);
    }

    /// Waits until a user is known no more with this password.
    void awaitRefused(String authorization) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .until(() -> send("GET", "/_security/_authenticate", "", authorization)
                                .status()
                        == 401);
    }

    /// Waits until a user may, or may not, do something with an index.
    void awaitPrivilege(String authorization, String index, String privilege, boolean has) {
        String question = "{\"index\":[{\"names\":[\"" + index + "\"],\"privileges\":[\"" + privilege + "\"]}]}";
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .until(() -> send("POST", "/_security/user/_has_privileges", question, authorization)
                                .body()
                                .path("has_all_requested")
                                .asBoolean(!has)
                        == has);
    }

    /// What the administrator is answered.
    ///
    /// @throws IllegalStateException if it is refused
    JsonNode good(String method, String path, String body) {
        Answer answer = send(method, path, body, security.adminHeader());
        if (answer.status() >= 300) {
            throw new IllegalStateException(path + ": " + answer);
        }
        return answer.body();
    }

    Answer send(String method, String path, String body, String authorization) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(TestPatience.LIMIT)
                .header("Content-Type", "application/json")
                .header("Authorization", authorization)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), JSON.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        servers.close();
    }
}
