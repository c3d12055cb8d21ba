package io.shardstream.localcluster.artifact;

import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks for a JDK at the places where JDKs usually are: the one that runs this code, variables such as
/// `JAVA_HOME`, `JAVA17_HOME` or `JDK_17`, the system's folders, SDKMAN's, IDEs' and the `java` on the
/// `PATH`, in this order.
public final class JdkFinder {

    private static final Pattern VARIABLE = Pattern.compile("(JAVA|JDK)(_?\\d+)?(_HOME)?(_\\d+)?(_X64|_ARM64)?");

    private final Jdk running;
    private final Map<String, String> environment;
    private final Path root;
    private final Account account;

    /// @param running the JDK that is tried first
    /// @param environment the variables to look at
    /// @param root the root of the file system, another folder in tests
    /// @param account the user who must be able to enter the JDK's folder
    JdkFinder(Jdk running, Map<String, String> environment, Path root, Account account) {
        this.running = running;
        this.environment = Map.copyOf(environment);
        this.root = root;
        this.account = account;
    }

    /// A finder for this machine.
    public static JdkFinder onThisMachine(Account account) {
        return new JdkFinder(Jdk.running(), System.getenv(), Path.of("/"), account);
    }

    /// The first JDK in that range that the servers' user may enter.
    ///
    /// @param purpose what needs it, for the message
    /// @throws LocalServerException if there is none; the message says which ones there are
    public Jdk find(JdkRange range, String purpose) {
        return search(range)
                .orElseThrow(() -> new LocalServerException(purpose + " needs " + range + " in a folder that user "
                        + account.name() + " may enter; found only "
                        + all().stream()
                                .map(jdk -> jdk.feature() + " (" + jdk.home() + ")")
                                .collect(Collectors.joining(", "))
                        + ". Install one, or name one in the variable JAVA" + range.lowest() + "_HOME."));
    }

    /// The same, empty if there is none.
    public Optional<Jdk> search(JdkRange range) {
        return all().stream()
                .filter(range::contains)
                .filter(jdk -> account.canEnter(jdk.home()))
                .findFirst();
    }

    private List<Jdk> all() {
        List<Jdk> jdks = new ArrayList<>(List.of(running));
        Stream.of(fromVariables(), fromFolders(), fromPath())
                .flatMap(homes -> homes)
                .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")))
                .flatMap(home -> Jdk.at(home).stream())
                .filter(jdk -> !jdks.contains(jdk))
                .forEach(jdks::add);
        return jdks;
    }

    private Stream<Path> fromVariables() {
        return environment.entrySet().stream()
                .filter(entry -> VARIABLE.matcher(entry.getKey()).matches())
                .filter(entry -> !entry.getValue().isBlank())
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> Path.of(entry.getValue()));
    }

    private Stream<Path> fromFolders() {
        Path home = root.resolve(environment.getOrDefault("HOME", "/nonexistent"));
        return Stream.of(
                        root.resolve("usr/lib/jvm"),
                        root.resolve("usr/java"),
                        root.resolve("opt/java"),
                        root.resolve("Library/Java/JavaVirtualMachines"),
                        home.resolve("Library/Java/JavaVirtualMachines"),
                        home.resolve(".sdkman/candidates/java"),
                        home.resolve(".jdks"))
                .flatMap(JdkFinder::children);
    }

    private Stream<Path> fromPath() {
        return Programs.of(environment.getOrDefault("PATH", "")).find("java").stream()
                .flatMap(java -> {
                    try {
                        return Stream.of(java.toRealPath().resolve("../..").normalize());
                    } catch (IOException e) {
                        return Stream.empty();
                    }
                });
    }

    private static Stream<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
