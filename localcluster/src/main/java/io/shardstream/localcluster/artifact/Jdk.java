package io.shardstream.localcluster.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An installed Java: its home folder and its feature version, such as 17 or 25.
public record Jdk(Path home, int feature) {

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(?:1\\.)?(\\d+)[^\"]*\"");

    public Jdk {
        if (feature < 1) {
            throw new IllegalArgumentException("A JDK's feature version is at least 1, not " + feature);
        }
    }

    /// The Java that runs this code.
    public static Jdk running() {
        return new Jdk(
                Path.of(System.getProperty("java.home", "")), Runtime.version().feature());
    }

    /// Reads a home folder's `release` file; empty if this is no Java's home.
    public static Optional<Jdk> at(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.map(VERSION::matcher)
                    .filter(Matcher::find)
                    .map(found -> new Jdk(home, Integer.parseInt(found.group(1))))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The `java` program.
    public Path java() {
        return home.resolve("bin/java");
    }
}
