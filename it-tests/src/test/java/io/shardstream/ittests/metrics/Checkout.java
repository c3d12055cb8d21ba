package io.shardstream.ittests.metrics;

import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The dashboard and the alert rules of this checkout.
final class Checkout {
    static final Path ALERTS = Project.HOME.resolve("deploy/prometheus/shardstream-alerts.yaml");
    /// What the alerts make of which figures, for promtool.
    static final Path ALERT_CASES = Project.HOME.resolve("deploy/prometheus/shardstream-alerts-test.yaml");

    private static final String DASHBOARD = "deploy/grafana/shardstream.json";

    private Checkout() {}

    record Target(String expression, String legend) {}

    /// @param covers cells of Grafana's grid that are under it
    record Panel(int id, String type, String title, List<Target> targets, List<String> covers) {
        Stream<String> cells() {
            return covers.stream();
        }
    }

    record Alert(String name, String expression, String severity, String summary, String description) {}

    static String text(String file) {
        return text(Project.HOME.resolve(file));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Panel> panels() {
        return dashboard().path("panels").valueStream().map(Checkout::panel).toList();
    }

    private static Panel panel(JsonNode panel) {
        List<Target> targets = panel.path("targets")
                .valueStream()
                .map(target -> new Target(
                        target.path("expr").asString(),
                        target.path("legendFormat").asString()))
                .toList();
        JsonNode at = panel.path("gridPos");
        int left = at.path("x").asInt();
        int top = at.path("y").asInt();
        List<String> cells = IntStream.range(left, left + at.path("w").asInt())
                .boxed()
                .flatMap(x -> IntStream.range(top, top + at.path("h").asInt()).mapToObj(y -> x + " " + y))
                .toList();
        return new Panel(
                panel.path("id").asInt(),
                panel.path("type").asString(),
                panel.path("title").asString(),
                targets,
                cells);
    }

    /// What panels, their targets and the variable ask.
    static Set<String> dataSources() {
        return dashboard().findValues("datasource").stream()
                .map(source -> source.path("uid").asString())
                .collect(Collectors.toSet());
    }

    /// What each variable is looked up by.
    static Map<String, String> variables() {
        return dashboard()
                .path("templating")
                .path("list")
                .valueStream()
                .collect(Collectors.toMap(
                        variable -> variable.path("name").asString(),
                        variable -> variable.path("definition").asString("")));
    }

    private static JsonNode dashboard() {
        return new JsonMapper().readTree(text(DASHBOARD));
    }

    static List<Alert> alerts() {
        return new YAMLMapper()
                .readTree(text(ALERTS))
                .path("groups")
                .valueStream()
                .flatMap(group -> group.path("rules").valueStream())
                .map(rule -> new Alert(
                        rule.path("alert").asString(),
                        rule.path("expr").asString(),
                        rule.path("labels").path("severity").asString(),
                        rule.path("annotations").path("summary").asString(),
                        rule.path("annotations").path("description").asString()))
                .toList();
    }
}
