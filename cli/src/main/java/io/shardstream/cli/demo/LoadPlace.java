package io.shardstream.cli.demo;

import io.shardstream.workload.compare.CompareException;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.LoadDocuments;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/// The index that a load writes to.
///
/// @param nodes one or more addresses of its cluster
/// @param index its name, or that of an alias
record LoadPlace(List<URI> nodes, String index, ServerAccess access) {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    public LoadPlace {
        nodes = List.copyOf(nodes);
    }

    /// States that the index is there, which would otherwise be created by the first write.
    ///
    /// @throws CompareException if it is not, or the server does not answer; the message is a sentence
    void check() throws InterruptedException {
        URI node = nodes.getFirst();
        try (HttpClient client = access.client(Duration.ofSeconds(10))) {
            HttpRequest head = access.authorize(HttpRequest.newBuilder(node.resolve("/" + index)))
                    .timeout(Duration.ofSeconds(30))
                    .HEAD()
                    .build();
            int status = send(client, head);
            if (status == NOT_FOUND) {
                throw new CompareException("There is no index or alias \"" + index + "\" on " + node
                        + "; create it first, or name another one with --index.");
            }
            if (status != OK) {
                throw new CompareException(node + " answered " + status + " when asked for " + index + ".");
            }
        }
    }

    private int send(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new CompareException(
                    request.uri().resolve("/") + " does not answer ("
                            + e.getClass().getSimpleName() + ": " + e.getMessage() + ").",
                    e);
        }
    }

    HttpLoadClient client(LoadDocuments documents) {
        return new HttpLoadClient(nodes, index, access, documents);
    }

    IndexAddress address() {
        return new IndexAddress(nodes.getFirst(), index, access);
    }
}
