package io.shardstream.ittests.plan;

import io.shardstream.ittests.copy.CopyRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `plan` said of a run.
///
/// @param code its exit code
/// @param fields of its JSON
record Plan(int code, JsonNode fields) {
    private static final JsonMapper JSON = new JsonMapper();

    record Finding(String severity, String code, String topic, String what, String advice) {}

    /// Runs the command.
    ///
    /// @param options further ones
    static Plan of(CopyRun run, String... options) {
        List<String> words = new ArrayList<>(List.of("plan", "-o", "json"));
        words.addAll(Arrays.asList(options));
        CopyRun.Output output = run.command(words.toArray(String[]::new));
        if (!output.text().startsWith("{")) {
            throw new AssertionError("plan said: " + output.text());
        }
        return new Plan(output.code(), JSON.readTree(output.text()));
    }

    List<Finding> findings() {
        return fields.path("findings")
                .valueStream()
                .map(finding -> new Finding(
                        finding.path("severity").asString(""),
                        finding.path("code").asString(""),
                        finding.path("topic").asString(""),
                        finding.path("what").asString(""),
                        finding.path("advice").asString("")))
                .toList();
    }

    /// Those of the known problems that it tells.
    List<Problem> problems() {
        return Arrays.stream(Problem.values())
                .filter(problem -> findings().stream().anyMatch(problem::isToldBy))
                .toList();
    }

    /// Topics of what keeps the run from being done.
    List<String> blocked() {
        return findings().stream()
                .filter(finding -> finding.severity().equals("blocks"))
                .map(Finding::topic)
                .toList();
    }
}
