package io.shardstream.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The tar.gz, unpacked into a folder of a test, and how its commands are called there.
record Unpacked(Path home, Path work) {
    /// What a command ended with and wrote.
    record Answer(int code, String out, String err) {}

    /// Unpacks it with the system's `tar` into `work`, whose path has a space.
    static Unpacked into(Path temporary) throws IOException, InterruptedException {
        Path work = Files.createDirectories(temporary.resolve("some where"));
        int code = new ProcessBuilder("tar", "-xzf", archive().toString(), "-C", work.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("tar ended with " + code);
        }
        try (Stream<Path> folders = Files.list(work)) {
            return new Unpacked(folders.findFirst().orElseThrow(), work);
        }
    }

    /// The tar.gz of this build.
    static Path archive() {
        return Path.of(Objects.requireNonNull(System.getProperty("shardstream.tar"), "set by the build"));
    }

    /// The names of the files in `lib` that end so, sorted.
    List<String> libraries(String end) {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(end))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Calls a program of the folder `bin` from another folder, with the tools of a POSIX system and one Java.
    Answer call(Path java, Map<String, String> environment, String... command) throws Exception {
        Path out = work.resolve("out");
        Path err = work.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", "/usr/bin:/bin");
        all.put("HOME", work.toString());
        all.put("JAVA_HOME", java.toString());
        builder.environment().clear();
        builder.environment().putAll(all);
        int code = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Answer(code, Files.readString(out), Files.readString(err));
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }
}
