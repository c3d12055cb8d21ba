package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// A request, and the one answer to it.
public final class Exchange {
    /// Bytes that a request may have.
    public static final int LONGEST_BODY = 64 << 10;

    private static final JsonMapper MAPPER = new JsonMapper();
    /// For an answer whose length is not known before it ends.
    private static final int CHUNKED = 0;

    private final HttpExchange exchange;

    Exchange(HttpExchange exchange) {
        this.exchange = exchange;
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    }

    String method() {
        return exchange.getRequestMethod();
    }

    String path() {
        return exchange.getRequestURI().getPath();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    void setHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /// The first parameter of this name in the query.
    public Optional<String> parameter(String name) {
        String query = exchange.getRequestURI().getRawQuery();
        return query == null
                ? Optional.empty()
                : Arrays.stream(query.split("&", -1))
                        .filter(pair -> pair.startsWith(name + "="))
                        .map(pair -> URLDecoder.decode(pair.substring(name.length() + 1), UTF_8))
                        .findFirst();
    }

    /// What the request says.
    ///
    /// @return empty if it is longer than [#LONGEST_BODY]; it is answered then
    public Optional<String> body() throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            byte[] bytes = in.readNBytes(LONGEST_BODY + 1);
            if (bytes.length > LONGEST_BODY) {
                problem(413, "a request may have " + LONGEST_BODY + " bytes");
                return Optional.empty();
            }
            return Optional.of(new String(bytes, UTF_8));
        }
    }

    public void json(int status, byte[] json) throws IOException {
        send(status, "application/json", json);
    }

    /// Answers with what is the matter.
    ///
    /// @param sentence for people
    public void problem(int status, String sentence) throws IOException {
        json(status, MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("error", sentence)));
    }

    public void send(int status, String contentType, byte[] body) throws IOException {
        setHeader("Content-Type", contentType);
        // Without a body the server wants to hear -1 and not 0, which stands for "not known yet".
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    /// Answers with 200 and what is written to the stream, for as long as whoever asked stays.
    public OutputStream stream(String contentType) throws IOException {
        setHeader("Content-Type", contentType);
        exchange.sendResponseHeaders(200, CHUNKED);
        return exchange.getResponseBody();
    }
}
