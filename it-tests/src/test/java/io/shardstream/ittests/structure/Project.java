package io.shardstream.ittests.structure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The files of this checkout.
public final class Project {
    /// The checkout's top-level folder.
    public static final Path HOME = Path.of(
            Objects.requireNonNull(System.getProperty("shardstream.home"), "shardstream.home is set by the build"));

    /// Every module with main classes, and the modules of ours that it may use.
    static final Map<String, Set<String>> MODULES = Map.of(
            "common", Set.of(),
            "localcluster", Set.of(),
            "workload", Set.of("common"),
            "reader", Set.of("common"),
            "writer", Set.of("common"),
            "control", Set.of("common"),
            "cli", Set.of("common", "reader", "writer", "control", "localcluster", "workload"),
            "simulation", Set.of("common", "reader", "writer", "control"),
            "bench", Set.of("common", "reader", "writer", "control", "localcluster", "workload", "cli", "simulation"));

    private Project() {}

    /// The Java sources below `src/main/java` of every module.
    static List<Path> mainSources() {
        return sources("main");
    }

    /// The Java sources below `src/test/java` of every module, it-tests among them.
    static List<Path> testSources() {
        return sources("test");
    }

    /// The text of a file in UTF-8.
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A file's path as one would write it in the documentation.
    static String name(Path file) {
        return HOME.relativize(file).toString();
    }

    /// All regular files below a folder of the checkout, sorted; none if there is no such folder.
    static List<Path> files(Path folder, String extension) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(extension) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether a file outside the build's output and the hidden folders has this name.
    static boolean isNameOfFile(String name) {
        try (Stream<Path> folders = Files.list(HOME)) {
            return folders.filter(folder ->
                            !folder.endsWith("target") && !name(folder).startsWith("."))
                    .flatMap(folder -> Stream.concat(Stream.of(folder), files(folder, "/" + name).stream()))
                    .anyMatch(file -> file.endsWith(name) && !file.toString().contains("/target/"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(String kind) {
        try (Stream<Path> folders = Files.list(HOME)) {
            return folders.sorted()
                    .flatMap(module -> files(module.resolve("src").resolve(kind).resolve("java"), ".java").stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
