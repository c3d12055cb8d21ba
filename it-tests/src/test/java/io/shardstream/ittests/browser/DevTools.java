package io.shardstream.ittests.browser;

import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A connection to a browser that speaks the Chrome DevTools Protocol: calls with their answers, and events, as JSON
/// texts over a web socket. A session is one page of the browser; the browser itself has none.
///
/// Source: <https://chromedevtools.github.io/devtools-protocol/>, "flat" sessions.
final class DevTools implements AutoCloseable {
    /// The browser itself, in the place of a session.
    static final String BROWSER = "";

    private static final JsonMapper MAPPER = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Map<String, Events> events = new ConcurrentHashMap<>();

    /// Hears what happens in a session, on a thread of the connection.
    interface Events {
        void happened(String event, JsonNode what);
    }

    private DevTools(URI address) {
        socket =
                client.newWebSocketBuilder().buildAsync(address, new Incoming()).join();
    }

    static DevTools connect(URI address) {
        return new DevTools(address);
    }

    /// Has the browser do something, and waits until it is done.
    ///
    /// @throws IllegalStateException if the browser cannot do it, in its words
    JsonNode call(String session, String method, Map<String, ?> parameters) {
        int number = calls.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(number, answer);
        Map<String, Object> message = new LinkedHashMap<>(Map.of("id", number, "method", method, "params", parameters));
        if (!session.equals(BROWSER)) {
            message.put("sessionId", session);
        }
        send(MAPPER.writeValueAsString(message));
        JsonNode given = answer.orTimeout(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .whenComplete((_, _) -> answers.remove(number))
                .join();
        if (given.has("error")) {
            throw new IllegalStateException(method + ": " + given.path("error"));
        }
        return given.path("result");
    }

    void listen(String session, Events listener) {
        events.put(session, listener);
    }

    /// One text after the other: a web socket takes no second one while it sends.
    private synchronized void send(String text) {
        var _ = socket.sendText(text, true).join();
    }

    private void take(JsonNode message) {
        if (message.has("id")) {
            Optional.ofNullable(answers.get(message.path("id").asInt())).ifPresent(answer -> answer.complete(message));
            return;
        }
        Optional.ofNullable(events.get(message.path("sessionId").asString(BROWSER)))
                .ifPresent(listener -> listener.happened(message.path("method").asString(""), message.path("params")));
    }

    private void end(Throwable why) {
        answers.values().forEach(answer -> answer.completeExceptionally(why));
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }

    private final class Incoming implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                JsonNode message = MAPPER.readTree(text.toString());
                text.setLength(0);
                take(message);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            end(new IllegalStateException("the browser has ended the connection " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            end(error);
        }
    }
}
