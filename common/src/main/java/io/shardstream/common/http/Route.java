package io.shardstream.common.http;

import java.io.IOException;
import java.util.stream.Stream;

/// Something that can be asked for.
///
/// @param method such as `GET`
/// @param path all of it, from the slash
/// @param access who may ask
/// @param answering how it is answered
public record Route(String method, String path, AccessPolicy access, Answering answering) {
    /// Whatever is thrown is answered with 500, and told in the log.
    @FunctionalInterface
    public interface Answering {
        void answer(Exchange exchange) throws IOException;
    }

    public Route {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with a slash, got " + path);
        }
    }

    boolean answers(String asked) {
        return methods().anyMatch(asked::equals);
    }

    /// What can be asked: whoever can get something can also ask for its head.
    Stream<String> methods() {
        return method.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(method);
    }

    public static Route get(String path, AccessPolicy access, Answering answering) {
        return new Route("GET", path, access, answering);
    }

    public static Route post(String path, Answering answering) {
        return new Route("POST", path, AccessPolicy.CHANGE, answering);
    }
}
