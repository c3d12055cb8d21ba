package io.shardstream.localcluster.artifact;

import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.LogCause;
import io.shardstream.localcluster.process.Programs;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies artifacts with all that they need at run time out of the repositories that the user's Maven settings name,
/// by running Maven itself.
public final class Maven {

    private static final Logger LOG = LoggerFactory.getLogger(Maven.class);
    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

    /// Lines about Maven's own options and web pages.
    private static final Pattern ADVICE = Pattern.compile(
            "\\[ERROR] *(-> |\\[Help|Re-run |To see |For more information|After correcting|  mvn ).*|\\[ERROR] *");

    private final List<String> command;

    private Maven(List<String> command) {
        this.command = List.copyOf(command);
    }

    /// The project's own `mvnw` where it is known (system property `shardstream.home`, variable `SHARDSTREAM_HOME`),
    /// else the `mvn` on the `PATH`.
    ///
    /// @throws LocalServerException if there is neither
    public static Maven find() {
        Path wrapper = Path.of(home().orElse("")).resolve("mvnw").toAbsolutePath();
        if (home().isPresent() && Files.isRegularFile(wrapper)) {
            return new Maven(List.of("sh", wrapper.toString()));
        }
        return Programs.onPath()
                .find("mvn")
                .map(mvn -> new Maven(List.of(mvn.toString())))
                .orElseThrow(() -> new LocalServerException("Servers are fetched through Maven, and there is none: put"
                        + " mvn on the PATH, or name the folder of a Shardstream checkout in the variable"
                        + " SHARDSTREAM_HOME."));
    }

    /// Copies several sets of artifacts, each with its dependencies of the scopes compile and runtime, into folders.
    ///
    /// @param sets by name, which becomes the folder's name
    /// @param work an empty folder that Maven may fill
    /// @return the folder of each set
    /// @throws LocalServerException if Maven cannot resolve them; the message holds what Maven says
    public Map<String, Path> copy(Map<String, List<Artifact>> sets, Path work) {
        LOG.info("Fetching through Maven, once: {}", sets.keySet());
        write(work.resolve("pom.xml"), ClosurePom.parent(sets.keySet()));
        sets.forEach(
                (name, artifacts) -> write(work.resolve(name).resolve("pom.xml"), ClosurePom.child(name, artifacts)));
        Path output = work.resolve("maven.log");
        Supervised maven = Supervised.start(new SupervisedCommand(arguments(work.resolve("pom.xml")), work, output)
                .with("JAVA_HOME", System.getProperty("java.home", "")));
        if (maven.waitFor() != 0) {
            throw new LocalServerException("Maven could not fetch " + sets.keySet() + ":" + complaint(output));
        }
        return sets.keySet().stream()
                .collect(Collectors.toMap(
                        name -> name, name -> work.resolve(name).resolve("target/dependency")));
    }

    /// Copies one set of artifacts with its dependencies; returns the folder.
    public Path copyOne(String name, List<Artifact> artifacts, Path work) {
        return copy(Map.of(name, artifacts), work).values().iterator().next();
    }

    private List<String> arguments(Path project) {
        // Given to the Maven that runs our tests, this option reaches them as a system property.
        Stream<String> repository = Optional.ofNullable(System.getProperty("maven.repo.local")).stream()
                .map(folder -> "-Dmaven.repo.local=" + folder);
        List<String> arguments = new ArrayList<>(command);
        // The project must be named, because mvnw called in a folder outside of its own works in its own.
        arguments.addAll(List.of("-B", "-q", "-Dstyle.color=never", "-f", project.toString()));
        repository.forEach(arguments::add);
        arguments.addAll(List.of(COPY, "-DincludeScope=runtime"));
        return arguments;
    }

    private static String complaint(Path log) {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            String errors = lines.filter(line -> line.startsWith("[ERROR]"))
                    .filter(line -> !ADVICE.matcher(line).matches())
                    .collect(Collectors.joining("\n  "));
            return errors.isEmpty() ? LogCause.of(log) : "\n  " + errors;
        } catch (IOException e) {
            return LogCause.of(log);
        }
    }

    private static Optional<String> home() {
        return Optional.ofNullable(System.getProperty("shardstream.home"))
                .or(() -> Optional.ofNullable(System.getenv("SHARDSTREAM_HOME")))
                .filter(home -> !home.isBlank());
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }
}
