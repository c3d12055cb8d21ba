package io.shardstream.ittests.documents;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The files of the JSON test suite (nst/JSONTestSuite, MIT), each as the value of a field `v`.
final class JsonSuite {
    private JsonSuite() {}

    /// The bodies by file name.
    static SortedMap<String, Bytes> bodies() {
        SortedMap<String, Bytes> bodies = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder())) {
            for (Path file : (Iterable<Path>) files.filter(JsonSuite::isCase)::iterator) {
                bodies.put(Objects.requireNonNull(file.getFileName()).toString(), body(file));
            }
            return bodies;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Bytes body(Path file) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"v\":".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(Files.readAllBytes(file));
        body.write('}');
        return Bytes.of(body.toByteArray());
    }

    private static boolean isCase(Path file) {
        return file.toString().endsWith(".json");
    }

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(JsonSuite.class.getResource("json-test-suite"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
