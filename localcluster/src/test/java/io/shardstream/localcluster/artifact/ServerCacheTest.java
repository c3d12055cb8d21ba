package io.shardstream.localcluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCacheTest {

    @TempDir
    Path folder;

    @Test
    void fillsAServersFolderOnlyOnce() {
        ServerCache cache = new ServerCache(folder);
        Path server = cache.get("server", (target, work) -> Files.createDirectories(target.resolve("bin")));

        assertThat(cache.get("server", (target, work) -> {
                    throw new AssertionError("filled twice");
                }))
                .isEqualTo(server);
        assertThat(server.resolve("bin")).isDirectory();
    }

    @Test
    void keepsNothingOfAFillingThatFailed() {
        ServerCache cache = new ServerCache(folder);
        assertThatThrownBy(() -> cache.get("server", (target, work) -> {
                    Files.createDirectories(target.resolve("half"));
                    throw new IOException("connection lost");
                }))
                .hasRootCauseMessage("connection lost");

        Path server = cache.get("server", (target, work) -> Files.createDirectories(target.resolve("whole")));

        assertThat(server).isDirectoryNotContaining("glob:**half").isDirectoryContaining("glob:**whole");
    }

    @Test
    void letsEverybodyReadAndRunWhatItHoldsWhateverTheUmask() {
        Path server = new ServerCache(folder).get("server", (target, work) -> {
            Path program = Files.createDirectories(target).resolve("program");
            Files.setPosixFilePermissions(Files.createFile(program), PosixFilePermissions.fromString("rwx------"));
        });

        assertThat(server.resolve("program"))
                .satisfies(program -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program)))
                        .isEqualTo("rwxr-xr-x"));
    }

    @Test
    void isFilledByOneOfSeveralProcessesWhileTheOthersWait() throws IOException {
        List<Supervised> processes = IntStream.range(0, 3)
                .mapToObj(number -> Supervised.start(new SupervisedCommand(
                        List.of(
                                System.getProperty("java.home") + "/bin/java",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SlowFill.class.getName(),
                                folder.toString()),
                        folder,
                        folder.resolve("output-" + number))))
                .toList();

        assertThat(processes).extracting(Supervised::waitFor).containsOnly(0);
        assertThat(Files.readAllLines(folder.resolve("fillings"))).hasSize(1);
    }

    @Test
    void liesWhereTheVariableSaysOrInTheUsersCacheOrInTheSystems() {
        Account ordinary = new FakeAccount(List.of());
        Account root = new FakeAccount(List.of("setpriv"));

        assertThat(ServerCache.standardFolder(Map.of("SHARDSTREAM_CACHE", "/c"), root))
                .isEqualTo(Path.of("/c"));
        assertThat(ServerCache.standardFolder(Map.of("XDG_CACHE_HOME", "/x"), ordinary))
                .isEqualTo(Path.of("/x/shardstream"));
        assertThat(ServerCache.standardFolder(Map.of(), ordinary))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache/shardstream"));
        assertThat(ServerCache.standardFolder(Map.of("XDG_CACHE_HOME", "/x"), root))
                .isEqualTo(Path.of("/var/cache/shardstream"));
    }

    /// Fills the cache so slowly that others come while it does.
    static final class SlowFill {

        private SlowFill() {}

        public static void main(String[] args) {
            Path folder = Path.of(args[0]);
            new ServerCache(folder).get("server", (target, work) -> {
                Files.createDirectories(target);
                Files.writeString(
                        folder.resolve("fillings"), "one\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                LockSupport.parkNanos(500_000_000);
            });
        }
    }

    private record FakeAccount(List<String> commandPrefix) implements Account {

        @Override
        public void own(Path folder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean canEnter(Path folder) {
            return true;
        }

        @Override
        public String numbers() {
            return "1000:1000";
        }

        @Override
        public String name() {
            return "fake";
        }
    }
}
