package io.shardstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of modules of the image's Java runtime, held against what the jars of the tar.gz use.
@Tag("long")
class ImageModulesTest {
    private static final Path IMAGE = Path.of(Objects.requireNonNull(System.getProperty("shardstream.home")))
            .resolve("deploy/image");

    /// Jackson looks for the annotations in `java.beans`, and goes without where they are missing.
    private static final Set<String> GONE_WITHOUT = Set.of("java.desktop");

    /// What is in every runtime.
    private static final Set<String> ALWAYS = Set.of("java.base");

    /// What no class names, since it is looked up by name.
    private static final Set<String> LOOKED_UP = Set.of("jdk.security.jgss");

    @TempDir
    private Path temporary = Path.of("temporary");

    @Test
    void theListHoldsWhatTheJarsUseAndNothingElse() throws Exception {
        Set<String> wanted = new TreeSet<>(used(Unpacked.into(temporary)));
        wanted.removeAll(GONE_WITHOUT);
        wanted.removeAll(ALWAYS);
        wanted.addAll(LOOKED_UP);

        assertThat(lines(IMAGE.resolve("modules"))).containsExactlyElementsOf(wanted);
    }

    /// As jdeps sees it, less the modules that others of them bring.
    private static Set<String> used(Unpacked unpacked) {
        Path lib = unpacked.home().resolve("lib");
        List<String> arguments = new ArrayList<>(
                List.of("--multi-release", "25", "--ignore-missing-deps", "--print-module-deps", "-cp", lib + "/*"));
        unpacked.libraries(".jar").forEach(jar -> arguments.add(lib.resolve(jar).toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
        assertThat(code).as(err.toString()).isZero();
        // Before it come warnings of packages that are in two jars.
        String modules = out.toString().lines().reduce((_, last) -> last).orElseThrow();
        return new TreeSet<>(Arrays.asList(modules.strip().split(",", -1)));
    }

    private static List<String> lines(Path file) throws Exception {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.startsWith("#")).toList();
        }
    }
}
