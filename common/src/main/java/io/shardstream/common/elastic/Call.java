package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One request, not yet sent to anybody.
///
/// @param method `GET`, `POST`, `PUT`, `HEAD` or `DELETE`
/// @param path begins with a slash; names in it are already percent-encoded
/// @param query parameters, not yet encoded
/// @param body what to send, or null
/// @param contentType of the body
/// @param maxResponseBytes an answer longer than this is cut off and thrown away
/// @param likelyResponseBytes how long the answer may be, for servers that do not say it before (those that send it in
///     chunks, as Elasticsearch does with large answers from 8 on); room for it is made at once, and more if it is
/// longer
public record Call(
        String method,
        String path,
        Map<String, String> query,
        @Nullable Bytes body,
        String contentType,
        int maxResponseBytes,
        int likelyResponseBytes) {
    /// Enough for every answer that carries no documents.
    public static final int SMALL_RESPONSE = 64 << 20;

    private static final int SHORT_RESPONSE = 8 << 10;

    static final String JSON = "application/json";
    private static final String NDJSON = "application/x-ndjson";

    public Call {
        query = Map.copyOf(query);
    }

    public static Call get(String path) {
        return new Call("GET", path, Map.of(), null, JSON, SMALL_RESPONSE, SHORT_RESPONSE);
    }

    public static Call delete(String path) {
        return new Call("DELETE", path, Map.of(), null, JSON, SMALL_RESPONSE, SHORT_RESPONSE);
    }

    public static Call post(String path, Bytes json) {
        return new Call("POST", path, Map.of(), json, JSON, SMALL_RESPONSE, SHORT_RESPONSE);
    }

    public static Call put(String path, Bytes json) {
        return new Call("PUT", path, Map.of(), json, JSON, SMALL_RESPONSE, SHORT_RESPONSE);
    }

    /// A bulk: one action or document a line.
    public static Call postLines(String path, Bytes lines) {
        return new Call("POST", path, Map.of(), lines, NDJSON, SMALL_RESPONSE, SHORT_RESPONSE);
    }

    /// A name as one part of a path.
    public static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public Call with(String name, String value) {
        Map<String, String> more = new TreeMap<>(query);
        more.put(name, value);
        return new Call(method, path, more, body, contentType, maxResponseBytes, likelyResponseBytes);
    }

    Call without(String name) {
        Map<String, String> less = new TreeMap<>(query);
        less.remove(name);
        return new Call(method, path, less, body, contentType, maxResponseBytes, likelyResponseBytes);
    }

    public Call withMaxResponse(int bytes) {
        return new Call(method, path, query, body, contentType, bytes, likelyResponseBytes);
    }

    public Call withLikelyResponse(int bytes) {
        return new Call(method, path, query, body, contentType, maxResponseBytes, bytes);
    }

    /// A deletion that says in its body of what.
    public static Call delete(String path, Bytes json) {
        return new Call("DELETE", path, Map.of(), json, JSON, SMALL_RESPONSE, SHORT_RESPONSE);
    }

    /// Method and path, without the body.
    @Override
    public String toString() {
        return method + " " + path;
    }
}
