package io.shardstream.control.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Runs the tests of the page's modules in `src/test/js` with the Node.js of this machine; it takes no package.
class PageScriptTest {
    private static final int OLDEST = 18;
    private static final Pattern VERSION = Pattern.compile("v(\\d+)\\..*", Pattern.DOTALL);

    private record Ended(int code, String out) {}

    @Test
    void theModulesOfThePageDoWhatTheirTestsSay() throws Exception {
        Optional<Path> node = node();
        assumeTrue(node.isPresent(), "the page's modules are not tested: this machine has no Node.js " + OLDEST);
        Path tests = Path.of(System.getProperty("shardstream.home", "..")).resolve("control/src/test/js");
        List<String> command = new ArrayList<>(List.of(node.orElseThrow().toString(), "--test"));
        try (Stream<Path> files = Files.list(tests)) {
            files.map(Path::toString).sorted().forEach(command::add);
        }

        Ended ended = run(command);

        assertThat(command).hasSizeGreaterThan(2);
        assertThat(ended.code()).as(ended.out()).isZero();
    }

    private static Optional<Path> node() throws Exception {
        for (String folder :
                Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1)) {
            Path node = Path.of(folder).resolve("node");
            if (!folder.isEmpty() && Files.isExecutable(node)) {
                Matcher version = VERSION.matcher(
                        run(List.of(node.toString(), "--version")).out());
                return version.matches() && Integer.parseInt(version.group(1)) >= OLDEST
                        ? Optional.of(node)
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Ended run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), out);
    }
}
