package io.shardstream.reader.source;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Names in the paths of requests.
final class Paths {
    private Paths() {}

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
