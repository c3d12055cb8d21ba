package io.shardstream.control.console.api;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.Secret;
import io.shardstream.control.state.Steering;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// The API of a run on a free port of this machine, where whoever has [#TOKEN] may change the run.
final class ServedApi implements AutoCloseable {
    static final String TOKEN = "a token that nobody guesses";

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpService service;

    ServedApi(RunApi api) throws IOException {
        service = HttpService.start(
                new Listening(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.of(new Secret("${env:TOKEN}", TOKEN))),
                api.routes().stream().map(ServedApi::withOurClasses).toList());
    }

    /// Kafka's clients look for classes where their thread does, and a server's threads look where the JVM
    /// was started.
    private static Route withOurClasses(Route route) {
        return new Route(route.method(), route.path(), route.access(), exchange -> {
            Thread.currentThread().setContextClassLoader(ServedApi.class.getClassLoader());
            route.answering().answer(exchange);
        });
    }

    /// Steers run `cities` by a Kafka that is away.
    static Steering withoutKafka() {
        return new Steering(
                new KafkaConnection("no-such-host.invalid:9092", Map.of()),
                new RunTopics("cities"),
                Throttle.NONE,
                InstantSource.system());
    }

    HttpClient client() {
        return client;
    }

    int port() {
        return service.address().getPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    /// With the token.
    HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.shutdownNow();
        service.close();
    }
}
