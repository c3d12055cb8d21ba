package io.shardstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.deploy.Unpacked.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The native parts of libraries, as the image has them: where nothing can be unpacked and executed, as in a `/tmp`
/// that
/// Docker mounts, all of them work.
class NativeLibrariesTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"));
    private static final Path IMAGE = Path.of(Objects.requireNonNull(System.getProperty("shardstream.home")))
            .resolve("deploy/image");
    private static final String HOME = "/opt/shardstream";

    /// What each library says of itself, where there is no folder to unpack anything into.
    private static final String PROGRAM = """
            void main() throws Exception {
                byte[] bytes = new byte[1000];
                IO.println(net.jpountz.lz4.LZ4Factory.fastestInstance());
                IO.println(net.jpountz.xxhash.XXHashFactory.fastestInstance());
                IO.println("Zstandard: " + com.github.luben.zstd.Zstd.decompress(
                        com.github.luben.zstd.Zstd.compress(bytes, 1), bytes.length).length);
                IO.println("Snappy: " + org.xerial.snappy.Snappy.uncompress(
                        org.xerial.snappy.Snappy.compress(bytes)).length);
            }
            """;

    @TempDir
    private static Path temporary = Path.of("temporary");

    private static Unpacked unpacked = new Unpacked(temporary, temporary);

    @BeforeAll
    static void layOut() throws Exception {
        unpacked = Unpacked.into(temporary);
        Path libraries = unpacked.home().resolve("lib");
        Answer laid = unpacked.call(
                JAVA,
                Map.of(),
                "env",
                "PATH=" + JAVA.resolve("bin") + ":/usr/bin:/bin",
                "sh",
                IMAGE.resolve("native-libraries").toString(),
                libraries.toString(),
                libraries.resolve("native").toString());
        assertThat(laid.err()).isEmpty();
        assertThat(laid.code()).isZero();
    }

    @Test
    void theImagesOptionsNameFilesThatAreThere() throws Exception {
        List<Path> named = options().stream()
                .filter(option -> option.startsWith("-D") && option.contains("=" + unpacked.home()))
                .map(option -> Path.of(option.substring(option.indexOf('=') + 1)))
                .toList();

        assertThat(named).hasSize(3).allMatch(Files::exists);
    }

    @Test
    void nothingHasToBeUnpackedToBeExecuted() throws Exception {
        Path program = Files.writeString(unpacked.work().resolve("Program.java"), PROGRAM);
        Stream<String> command = Stream.of(
                        Stream.of(JAVA.resolve("bin/java").toString(), "-Djava.io.tmpdir=" + temporary.resolve("none")),
                        options().stream().filter(option -> option.startsWith("-D") || option.startsWith("--")),
                        Stream.of("-cp", unpacked.home() + "/lib/*", program.toString()))
                .flatMap(part -> part);

        Answer answer = unpacked.call(JAVA, Map.of(), command.toArray(String[]::new));

        assertThat(answer.out().lines().filter(line -> !line.startsWith("WARNING")))
                .as(answer.err())
                .containsExactly("LZ4Factory:JNI", "XXHashFactory:JNI", "Zstandard: 1000", "Snappy: 1000");
    }

    /// Those of the image, with the folder of this test in place of the image's.
    private static List<String> options() throws Exception {
        try (Stream<String> lines = Files.lines(IMAGE.resolve("java-options"))) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(line -> line.replace(HOME, unpacked.home().toString()))
                    .toList();
        }
    }
}
