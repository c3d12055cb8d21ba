package io.shardstream.ittests.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.LintResult;
import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What Helm makes of the chart with the values in `values`, and of the chart's own.
class HelmChartTest {
    private static final Path HERE = Project.HOME.resolve("it-tests/src/test/resources/io/shardstream/ittests/helm");
    private static final KubernetesSchemas SCHEMAS =
            new KubernetesSchemas(HelmChart.tree(HERE.resolve("operators.yaml")));
    private static final String DASHBOARD = "deploy/grafana/shardstream.json";
    private static final String ALERTS = "deploy/prometheus/shardstream-alerts.yaml";

    @TempDir
    private Path folder = Path.of("");

    static Stream<String> cases() throws IOException {
        try (Stream<Path> files = Files.list(HERE.resolve("values"))) {
            return files.map(file -> file.getFileName().toString().replace(".yaml", "")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void helmFindsNothingWrongWithTheChart(String name) throws IOException {
        HelmChart chart = HelmChart.OURS.copiedTo(folder);
        chart.take(values(name));

        LintResult lint = chart.linted();

        assertThat(lint.isFailed()).as("%s", lint.getMessages()).isFalse();
        assertThat(lint.getMessages()).allMatch(message -> message.contains("icon is recommended"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theObjectsAreThoseOfTheGoldenFile(String name) throws IOException {
        StringBuilder text = new StringBuilder();
        for (JsonNode object : HelmChart.OURS.rendered(values(name))) {
            text.append(HelmChart.YAML.writeValueAsString(withoutCopies(object)));
        }
        Path golden = HERE.resolve("golden/" + name + ".yaml");
        if ("write".equals(System.getProperty("shardstream.golden"))) {
            Files.writeString(golden, text);
        }
        assertThat(text.toString())
                .as(
                        "-Dshardstream.golden=write makes %s anew, if this is what is wanted",
                        Project.HOME.relativize(golden))
                .isEqualTo(Files.readString(golden));
    }

    /// The dashboard and the rules are not written down a second time.
    private static JsonNode withoutCopies(JsonNode object) {
        ObjectNode copy = (ObjectNode) object.deepCopy();
        if (copy.path("data").has("shardstream.json")) {
            assertThat(copy.path("data").path("shardstream.json").asString())
                    .isEqualTo(HelmChart.text(Project.HOME.resolve(DASHBOARD)).stripTrailing() + "\n");
            copy.withObject("/data").put("shardstream.json", "(" + DASHBOARD + ")");
        }
        if (copy.path("kind").asString().equals("PrometheusRule")) {
            assertThat(copy.path("spec")).isEqualTo(HelmChart.tree(Project.HOME.resolve(ALERTS)));
            copy.put("spec", "(" + ALERTS + ")");
        }
        return copy;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void kubernetesKnowsEachObject(String name) {
        List<JsonNode> objects = HelmChart.OURS.rendered(values(name));
        assertThat(objects).hasSizeGreaterThan(2);
        assertThat(objects.stream().flatMap(object -> SCHEMAS.complaints(object).stream()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theCommandLineTakesTheArgumentsOfEachContainer(String name) {
        for (JsonNode container : containers(name)) {
            List<String> arguments = texts(container.path("args"));
            CommandLine.ParseResult parsed =
                    Shardstream.commandLine(new Stop(), _ -> null).parseArgs(arguments.toArray(String[]::new));
            assertThat(parsed.subcommand().commandSpec().name()).isIn("control", "reader", "writer");
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theRunFileIsOneThatProcessesTake(String name) throws Exception {
        for (JsonNode object : HelmChart.OURS.rendered(values(name))) {
            String text = object.path("data").path("run.yaml").asString("");
            if (!text.isEmpty()) {
                // Files that are mounted in a cluster are not here.
                String without = text.replaceAll("\\$\\{file:[^}]+}", "\\${env:FILE}")
                        .replaceAll("(?m)^  tls:\\n    ca: .*\\n", "");
                Path file = Files.writeString(folder.resolve("run.yaml"), without);
                assertThat(RunFile.read(file, HelmChartTest::variable).effective())
                        .isNotEmpty();
            }
        }
    }

    /// A login as Strimzi writes it into the Secret of a user, and any text for all else.
    private static String variable(String name) {
        return name.equals("KAFKA_JAAS")
                ? "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"u\" password=\"p\";"
                : "value of " + name;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noContainerMayDoMoreThanItNeeds(String name) {
        for (JsonNode container : containers(name)) {
            JsonNode security = container.path("securityContext");
            assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
            assertThat(security.path("allowPrivilegeEscalation").asBoolean(true))
                    .isFalse();
            assertThat(texts(security.path("capabilities").path("drop"))).containsExactly("ALL");
        }
    }

    @Test
    void aLoopbackAddressIsAllThatListensWithoutTokens() {
        assertThat(containers("least").stream()
                        .flatMap(container -> texts(container.path("args")).stream())
                        .filter(argument -> argument.startsWith("--http=")))
                .containsExactly("--http=8042");
    }

    @Test
    void onlyControlHasTheTokenThatLetsOneChangeSomething() {
        List<String> parts = containers("secured").stream()
                .filter(container -> container.path("env").findValues("name").stream()
                        .anyMatch(variable -> variable.asString().equals("SHARDSTREAM_HTTP_TOKEN")))
                .map(container -> container.path("args").path(0).asString())
                .toList();
        assertThat(parts).containsExactly("control");
        assertThat(HelmChart.OURS.rendered(values("secured")).stream()
                        .filter(object -> object.toString().contains("\"operator-token\""))
                        .map(object -> object.path("metadata").path("name").asString()))
                .as("whose pods have it mounted")
                .containsExactly("orders-copy-control");
    }

    /// Variables stay as they were when the container was started.
    @Test
    void tokensAreFilesSoThatChangedOnesCountWithoutARestart() {
        assertThat(containers("secured").stream()
                        .flatMap(container -> container.path("env").valueStream())
                        .filter(variable -> variable.path("name").asString().startsWith("SHARDSTREAM_HTTP_"))
                        .map(variable -> variable.path("value").asString(""))
                        .distinct())
                .containsExactlyInAnyOrder(
                        "${file:/etc/shardstream-tokens/operator-token}", "${file:/etc/shardstream-tokens/read-token}");
    }

    @Test
    void theChartKnowsTheSectionsOfARunFile() {
        JsonNode schema = HelmChart.tree(HelmChart.OURS.folder().resolve("values.schema.json"));
        assertThat(schema.path("properties").path("runFile").path("properties").propertyNames())
                .containsExactlyInAnyOrderElementsOf(RunFile.keys().keySet().stream()
                        .map(key -> key.replaceAll("\\..*", ""))
                        .distinct()
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spec.template.spec.containers.0.imag",
                "spec.template.spec.containers.0.livenessProbe.httpGet.pth",
                "spec.template.spec.affinity.podAntiAfinity",
                "spec.template.spec.volumes.0.configMap.nam",
                "spec.strategy.rollingUpdate.maxSurg",
                "metadata.label"
            })
    void aFieldThatKubernetesDoesNotKnowIsFound(String path) {
        JsonNode deployment = HelmChart.OURS.rendered(values("secured")).stream()
                .filter(object -> object.path("kind").asString().equals("Deployment"))
                .findFirst()
                .orElseThrow();
        JsonNode at = deployment;
        List<String> steps = List.of(path.split("\\."));
        for (String step : steps.subList(0, steps.size() - 1)) {
            at = Objects.requireNonNull(step.matches("\\d+") ? at.get(Integer.parseInt(step)) : at.get(step), step);
        }
        ((ObjectNode) at).put(steps.getLast(), "x");
        assertThat(SCHEMAS.complaints(deployment)).singleElement().asString().contains(steps.getLast());
    }

    @Test
    void aFieldThatAnOperatorDoesNotKnowOrMissesIsFound() {
        ObjectNode scaled = (ObjectNode) HelmChart.OURS.rendered(values("autoscaled")).stream()
                .filter(object -> object.path("kind").asString().equals("ScaledObject"))
                .findFirst()
                .orElseThrow();
        scaled.withObject("/spec")
                .put("minReplicas", 1)
                .put("maxReplicaCount", "8")
                .remove("scaleTargetRef");
        assertThat(SCHEMAS.complaints(scaled))
                .containsExactlyInAnyOrder(
                        "keda.sh/v1alpha1/ScaledObject.spec has no field minReplicas",
                        "keda.sh/v1alpha1/ScaledObject.spec.maxReplicaCount must be number, got \"8\"",
                        "keda.sh/v1alpha1/ScaledObject.spec lacks scaleTargetRef");
    }

    private static List<JsonNode> containers(String name) {
        List<JsonNode> found = new ArrayList<>();
        HelmChart.OURS.rendered(values(name)).stream()
                .map(object -> object.path("spec").path("template").path("spec").path("containers"))
                .forEach(containers -> containers.forEach(found::add));
        assertThat(found).hasSizeGreaterThan(2);
        return found;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static Path values(String name) {
        return HERE.resolve("values/" + name + ".yaml");
    }
}
