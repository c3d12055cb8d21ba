package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Thousands of damaged run files, the same ones every time; more with `-Dshardstream.fuzz.files`.
class RunFileFuzzTest {
    private static final int CASES = Integer.getInteger("shardstream.fuzz.files", 2000);
    private static final List<String> PIECES = List.of(
            ":",
            "- ",
            "  ",
            "\n",
            "\"",
            "'",
            "{",
            "}",
            "[",
            "]",
            "#",
            "&a ",
            "*a",
            "!!binary x",
            "!!set {a}",
            "? ",
            "|",
            ">",
            "%",
            "\t",
            "\0",
            "null",
            "~",
            "true",
            "-1",
            "1e999",
            ".nan",
            "0x10",
            "99999999999999999999",
            "<<: ",
            "---\n",
            "...",
            "${env:",
            "}",
            "é",
            "𝄞",
            "\uFEFF",
            "${file:/}",
            "${file:\0}",
            "http://[",
            "@",
            "run",
            "kafka",
            "nodes",
            "%zz",
            "http://a:-1",
            "!!timestamp 2020-01-01");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aDamagedFileIsEitherReadOrRefusedInSentencesWithoutSecrets() throws Exception {
        int refused = 0;
        for (int seed = 0; seed < CASES; seed++) {
            String yaml = damaged(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
            List<String> problems;
            try {
                problems = RunFiles.problems(folder, yaml);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + " of:\n" + yaml, e);
            }
            refused += problems.isEmpty() ? 0 : 1;
            assertThat(problems)
                    .as("seed %d", seed)
                    .allSatisfy(problem -> assertThat(problem)
                            .startsWith("run.yaml")
                            .doesNotContain(RunFiles.SECRET)
                            .doesNotContain("Exception")
                            .doesNotContain("tools.jackson"));
        }
        assertThat(refused).isBetween(CASES / 2, CASES - 1);
    }

    /// One to four of: a line gone, doubled, moved or indented; characters gone or put in.
    private static String damaged(RandomGenerator random) {
        String yaml = random.nextBoolean() ? RunFiles.FULL : RunFiles.SHORT;
        for (int times = random.nextInt(1, 5); times > 0; times--) {
            yaml = random.nextInt(3) == 0 ? damagedLines(random, yaml) : damagedText(random, yaml);
        }
        return yaml;
    }

    private static String damagedLines(RandomGenerator random, String yaml) {
        List<String> lines = new ArrayList<>(Arrays.asList(yaml.split("\n", -1)));
        int line = random.nextInt(lines.size());
        String text = lines.get(line);
        switch (random.nextInt(4)) {
            case 0 -> lines.remove(line);
            case 1 -> lines.add(line, text);
            case 2 -> lines.add(random.nextInt(lines.size()), lines.remove(line));
            default -> lines.set(line, " " + text);
        }
        return String.join("\n", lines);
    }

    private static String damagedText(RandomGenerator random, String yaml) {
        int from = random.nextInt(yaml.length() + 1);
        int to = Math.min(yaml.length(), from + random.nextInt(4));
        String piece = PIECES.get(random.nextInt(PIECES.size()));
        return yaml.substring(0, from) + (random.nextInt(4) == 0 ? "" : piece) + yaml.substring(to);
    }
}
