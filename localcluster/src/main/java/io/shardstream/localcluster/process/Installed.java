package io.shardstream.localcluster.process;

import java.nio.file.Path;

/// A server's program, where it will run: on this machine, or in a container.
///
/// @param home the folder of the unpacked server
/// @param java home of the Java that it runs on
public record Installed(Path home, Path java) {

    /// Its `java` program.
    public Path javaProgram() {
        return java.resolve("bin/java");
    }
}
