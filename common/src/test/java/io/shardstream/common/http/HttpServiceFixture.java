package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.runfile.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Services on free ports of this machine, and those who ask them.
final class HttpServiceFixture {
    static final String TOKEN = "a token that nobody guesses";
    static final String READ_TOKEN = "another token that nobody guesses";
    static final Tokens TOKENS = new Tokens(
            Optional.of(new Secret("${env:TOKEN}", TOKEN)), Optional.of(new Secret("${env:READ}", READ_TOKEN)));
    static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    static final InetSocketAddress EVERYWHERE = new InetSocketAddress("0.0.0.0", 0);

    final List<String> changes = new ArrayList<>();
    final BlockingQueue<String> audit = new LinkedBlockingQueue<>();
    final List<HttpService> started = new ArrayList<>();

    void close() {
        started.forEach(HttpService::close);
    }

    HttpService start(InetSocketAddress address, Optional<String> token) throws IOException {
        return start(new Listening(address, token.map(text -> new Secret("${env:TOKEN}", text))));
    }

    HttpService start(InetSocketAddress address, Tokens tokens) throws IOException {
        return start(new Listening(address, tokens, Optional.empty(), Set.of()));
    }

    HttpService start(Listening where) throws IOException {
        HttpService service = HttpService.start(
                where,
                List.of(
                        Route.get(
                                "/open", AccessPolicy.OPEN, exchange -> exchange.send(204, "text/plain", new byte[0])),
                        Route.get(
                                "/look",
                                AccessPolicy.READ,
                                exchange -> exchange.send(200, "text/plain", "seen".getBytes(UTF_8))),
                        Route.get(
                                "/echo",
                                AccessPolicy.READ,
                                exchange -> exchange.send(
                                        200,
                                        "text/plain",
                                        exchange.parameter("say").orElse("").getBytes(UTF_8))),
                        Route.get("/broken", AccessPolicy.READ, _ -> {
                            throw new IllegalStateException("broken on purpose");
                        }),
                        Route.post("/broken", _ -> {
                            throw new IllegalStateException("broken on purpose");
                        }),
                        Route.post("/change", exchange -> {
                            if (exchange.body().isPresent()) {
                                changes.add("said");
                                exchange.wants("said");
                                exchange.send(204, "text/plain", new byte[0]);
                            }
                        })),
                new Audit(InstantSource.system(), audit::add));
        started.add(service);
        return service;
    }

    static HttpResponse<String> ask(HttpService service, String method, String path, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(service, path)).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    static HttpResponse<String> send(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    static URI uri(HttpService service, String path) {
        return URI.create("http://127.0.0.1:" + service.address().getPort() + path);
    }

    static String raw(HttpService service, String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), service.address().getPort())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
