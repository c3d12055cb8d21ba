package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Severities and codes of what `plan` and `doctor` find, such as `blocks target-gone`.
public final class FoundCodes {
    private static final JsonMapper JSON = new JsonMapper();

    private FoundCodes() {}

    /// Without a sample.
    public static List<String> planned(CopyRun run) {
        return planned(run, "--sample", "0s");
    }

    static List<String> planned(CopyRun run, String... options) {
        return of(Plan.of(run, options).fields());
    }

    /// With another run file.
    ///
    /// @param from what stands in the run file
    /// @param to what stands there instead
    public static List<String> plannedWith(CopyRun run, String from, String to, String... options) {
        List<String> words = new ArrayList<>(List.of("plan", "-o", "json"));
        words.addAll(Arrays.asList(options));
        return of(run.commandWith(changed(run, from, to), words.toArray(String[]::new))
                .text());
    }

    public static List<String> byDoctor(CopyRun run) {
        return of(run.command("doctor", "-o", "json").text());
    }

    public static List<String> byDoctorWith(CopyRun run, String from, String to) {
        return of(
                run.commandWith(changed(run, from, to), "doctor", "-o", "json").text());
    }

    private static Path changed(CopyRun run, String from, String to) {
        try {
            String text = Files.readString(run.runFile());
            assertThat(text).contains(from);
            return Files.writeString(run.runFile().resolveSibling("changed.yaml"), text.replace(from, to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param said what a command said with `-o json`
    public static List<String> of(String said) {
        if (!said.startsWith("{")) {
            throw new AssertionError("the command said: " + said);
        }
        return of(JSON.readTree(said));
    }

    static List<String> of(JsonNode fields) {
        return fields.path("findings")
                .valueStream()
                .map(finding -> finding.path("severity").asString("") + " "
                        + finding.path("code").asString(""))
                .toList();
    }
}
