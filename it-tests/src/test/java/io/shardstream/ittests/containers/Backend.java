package io.shardstream.ittests.containers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.testcontainers.DockerClientFactory;

/// Where the servers of this run of the tests are: `-Dshardstream.backend=containers` or `=processes`. Unless told
/// otherwise they are in containers where a Docker engine of this machine answers, and processes elsewhere.
enum Backend {
    PROCESSES,
    CONTAINERS;

    private static final String PROPERTY = "shardstream.backend";
    private static final Path SOCKET = Path.of("/var/run/docker.sock");

    /// The one of this JVM, found out once.
    static Backend chosen() {
        return Chosen.BACKEND;
    }

    /// @param wanted the property's value, empty if there is none
    /// @param engineAnswers asked only if nothing is wanted
    static Backend of(String wanted, BooleanSupplier engineAnswers) {
        return switch (wanted) {
            case "processes" -> PROCESSES;
            case "containers" -> CONTAINERS;
            case "" -> engineAnswers.getAsBoolean() ? CONTAINERS : PROCESSES;
            default ->
                throw new IllegalArgumentException(
                        "-D" + PROPERTY + "=" + wanted + " is neither \"processes\" nor \"containers\".");
        };
    }

    /// Host networks and folders of this machine in a container need an engine of Linux on this machine. Without its
    /// socket Testcontainers is not asked: it would look for long, and complain.
    private static boolean engineAnswers() {
        String host = System.getenv("DOCKER_HOST");
        boolean local = (host == null || host.isBlank()) ? Files.exists(SOCKET) : host.startsWith("unix:");
        return local
                && System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux")
                && DockerClientFactory.instance().isDockerAvailable();
    }

    private static final class Chosen {
        static final Backend BACKEND = tell(of(System.getProperty(PROPERTY, ""), Backend::engineAnswers));
    }

    private static Backend tell(Backend backend) {
        System.out.println(
                switch (backend) {
                    case PROCESSES -> "The servers of these tests are child processes.";
                    case CONTAINERS ->
                        "The servers of these tests are containers; -D" + PROPERTY + "=processes has processes.";
                });
        return backend;
    }
}
