package io.shardstream.cli.demo;

import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.BulkLoader;
import io.shardstream.workload.load.Cities;
import io.shardstream.workload.load.SampleDocument;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/// The demo's source index: the bundled cities, and as many generated articles as are wanted beyond them.
final class SourceIndex {
    private static final String DEFINITION = """
            {"settings":{"number_of_shards":%d,"number_of_replicas":0,"refresh_interval":"-1"},
             "mappings":{"properties":{
               "name":{"type":"text"},"alternatenames":{"type":"text"},"countrycode":{"type":"keyword"},
               "title":{"type":"text"},"body":{"type":"text"},"tags":{"type":"keyword"},
               "created":{"type":"date"},"views":{"type":"long"}}}}""".formatted(DemoServers.SOURCE_SHARDS);

    private final URI server;

    SourceIndex(URI server) {
        this.server = server;
    }

    /// Creates and fills it, and returns how many documents it holds.
    long fill(DemoSettings settings, LongConsumer progress) {
        send("PUT", "/" + DemoServers.SOURCE, DEFINITION);
        try (Stream<SampleDocument> cities = Cities.stream();
                Stream<SampleDocument> articles = new Articles(settings.seed()).stream(Long.MAX_VALUE)) {
            Stream<SampleDocument> wanted = Stream.concat(cities, articles).limit(settings.documents());
            long loaded = BulkLoader.load(server, DemoServers.SOURCE, wanted, progress);
            send("PUT", "/" + DemoServers.SOURCE + "/_settings", "{\"refresh_interval\":null}");
            send("POST", "/" + DemoServers.SOURCE + "/_refresh", "");
            return loaded;
        }
    }

    private void send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(method + " " + path + " answered " + response.body());
            }
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
