package io.shardstream.ittests.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Where the pods of a part run, and which run file they have.
class PodsOfPartsTest {
    private static final String LEAST = """
            image: {tag: 0.1.0}
            runFile:
              run: cities
              kafka: {bootstrap: "kafka:9092"}
              source: {nodes: "http://elasticsearch:9200", index: cities}
              target: {nodes: "http://elasticsearch:9200", index: cities-v2, shards: 5}
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatAGroupOfWritersHasIsInPlaceOfWhatAllWritersHave() throws IOException {
        JsonNode pod = podOf("writers-a", LEAST + """
                nodeSelector: {pool: batch}
                tolerations: [{key: batch, operator: Exists}]
                writers:
                  mode: perNode
                  nextTo: {app: elasticsearch}
                  nodeSelector: {pool: es}
                  tolerations: [{key: production, operator: Exists}]
                  affinity: {podAntiAffinity: {}}
                  resources: {limits: {memory: 1Gi}, requests: {cpu: 250m}}
                  groups:
                    - name: a
                      nodeSelector: {disk: ssd}
                      tolerations: [{key: search, operator: Exists}]
                      affinity: {nodeAffinity: {}}
                      resources: {limits: {memory: 2Gi}}
                """);

        assertThat(json(pod.path("nodeSelector"))).isEqualTo("{disk: ssd}");
        assertThat(json(pod.path("tolerations"))).isEqualTo("[{key: search, operator: Exists}]");
        assertThat(pod.path("affinity").propertyNames()).containsExactly("nodeAffinity", "podAffinity");
        assertThat(json(pod.path("containers").path(0).path("resources"))).isEqualTo("{limits: {memory: 2Gi}}");
    }

    /// Such as what would let them run on machines of production.
    @Test
    void whatAGroupOfWritersHasEmptyItHasNot() throws IOException {
        JsonNode pod = podOf("writers-a", LEAST + """
                nodeSelector: {pool: batch}
                affinity: {podAntiAffinity: {}}
                tolerations: [{key: batch, operator: Exists}]
                writers:
                  mode: perNode
                  nextTo: {app: elasticsearch}
                  tolerations: [{key: production, operator: Exists}]
                  groups: [{name: a, nextTo: {}, nodeSelector: {}, tolerations: [], affinity: {}, resources: {}}]
                """);

        assertThat(pod.propertyNames()).doesNotContain("nodeSelector", "tolerations", "affinity");
        assertThat(pod.path("containers").path(0).propertyNames()).doesNotContain("resources");
    }

    @Test
    void whatAGroupOfWritersDoesNotNameIsThatOfAllWritersAndElseOfAllPods() throws IOException {
        JsonNode pod = podOf("writers-a", LEAST + """
                nodeSelector: {pool: batch}
                writers:
                  mode: perNode
                  tolerations: [{key: production, operator: Exists}]
                  groups: [{name: a}]
                """);

        assertThat(json(pod.path("nodeSelector"))).isEqualTo("{pool: batch}");
        assertThat(json(pod.path("tolerations"))).isEqualTo("[{key: production, operator: Exists}]");
    }

    /// A pod of the former ones that is made again has the run file that it was made for, though a new one is
    /// refused.
    @Test
    void aChangedRunFileIsAConfigMapOfItsOwnBesideTheFormerOne() throws IOException {
        JsonNode before = runFile(LEAST);
        JsonNode after = runFile(LEAST.replace("cities-v2", "cities-v3"));

        assertThat(name(after)).isNotEqualTo(name(before)).startsWith("cities-shardstream-run-");
        assertThat(name(runFile(LEAST + "priorityClassName: low"))).isEqualTo(name(before));
        assertThat(before.path("immutable").asBoolean(false)).isTrue();
        for (String part : List.of("control", "readers", "writers")) {
            assertThat(podOf(part, LEAST)
                            .path("volumes")
                            .path(0)
                            .path("configMap")
                            .path("name")
                            .asString())
                    .isEqualTo(name(before));
        }
    }

    /// `lookup` finds what there is in the cluster. Kept beside the release they would fail each `helm
    /// rollback`.
    @Test
    void theFormerRunFilesStayInTheReleaseAndNoOtherConfigMaps() throws IOException {
        JsonNode now = runFile(LEAST);
        List<JsonNode> files =
                upgraded("""
                items:
                  - {metadata: {name: kube-root-ca.crt}, data: {ca.crt: x}}
                  - metadata: {name: %s, labels: %s}
                    data: {run.yaml: "run: cities"}
                  - metadata: {name: cities-shardstream-run-0123456789, labels: %2$s}
                    data: {run.yaml: "run: cities\\nfollow: true\\n"}
                  - metadata:
                      name: cities-shardstream-run-0123456780
                      labels: {app.kubernetes.io/instance: other, app.kubernetes.io/component: run-file}
                    data: {run.yaml: "run: other"}
                  - {metadata: {name: cities-shardstream-dashboard, labels: {app.kubernetes.io/instance: cities}}}
                """.formatted(name(now), now.path("metadata").path("labels")));

        assertThat(files)
                .extracting(PodsOfPartsTest::name)
                .containsExactlyInAnyOrder(name(now), "cities-shardstream-run-0123456789");
        assertThat(files).contains(now);
        assertThat(files)
                .filteredOn(file -> !name(file).equals(name(now)))
                .singleElement()
                .satisfies(file -> {
                    assertThat(file.path("data").path("run.yaml").asString()).isEqualTo("run: cities\nfollow: true\n");
                    assertThat(file.path("immutable").asBoolean(false)).isTrue();
                });
    }

    /// A release has to fit into one Secret.
    @Test
    void ofManyFormerRunFilesTheNewestOnesStay() throws IOException {
        JsonNode now = runFile(LEAST);
        String items = IntStream.range(10, 22)
                .mapToObj(day ->
                        "  - {metadata: {name: cities-shardstream-run-%d, creationTimestamp: \"2026-01-%d\", labels: %s}}"
                                .formatted(day, day, now.path("metadata").path("labels")))
                .collect(Collectors.joining("\n", "items:\n", "\n"));

        assertThat(upgraded(items))
                .extracting(PodsOfPartsTest::name)
                .contains("cities-shardstream-run-12", "cities-shardstream-run-21")
                .doesNotContain("cities-shardstream-run-10", "cities-shardstream-run-11")
                .hasSize(11);
    }

    /// Pods have that one, however old it is.
    @Test
    void aFormerRunFileThatWasGivenAgainIsAmongTheNewestOnes() throws IOException {
        JsonNode now = runFile(LEAST);
        String revision = "shardstream.io/run-file-revision";
        assertThat(now.path("metadata").path("annotations").path(revision).asString())
                .isEqualTo("1");
        String items = IntStream.range(10, 22)
                .mapToObj(day ->
                        "  - {metadata: {name: cities-shardstream-run-%d, creationTimestamp: \"2026-01-%d\", labels: %s, annotations: {%s: \"%d\"}}}"
                                .formatted(
                                        day, day, now.path("metadata").path("labels"), revision, day == 10 ? 112 : day))
                .collect(Collectors.joining("\n", "items:\n", "\n"));

        List<JsonNode> files = upgraded(items);
        assertThat(files)
                .extracting(PodsOfPartsTest::name)
                .contains("cities-shardstream-run-10", "cities-shardstream-run-21")
                .doesNotContain("cities-shardstream-run-11", "cities-shardstream-run-12")
                .hasSize(11);
        assertThat(files)
                .filteredOn(file -> name(file).endsWith("-run-10"))
                .singleElement()
                .satisfies(file -> assertThat(file.path("metadata")
                                .path("annotations")
                                .path(revision)
                                .asString())
                        .isEqualTo("112"));
    }

    /// The config maps of an upgrade.
    ///
    /// @param there the config maps of the namespace, as YAML
    private List<JsonNode> upgraded(String there) throws IOException {
        HelmChart chart = HelmChart.OURS.copiedTo(folder.resolve("chart"));
        Path template = chart.folder().resolve("templates/run-file.yaml");
        String text = HelmChart.text(template);
        String found = text.replace(
                "(lookup \"v1\" \"ConfigMap\" .Release.Namespace \"\")",
                "(.Files.Get \"files/found.yaml\" | fromYaml)");
        assertThat(found).isNotEqualTo(text).contains("{{- if .Release.IsUpgrade }}");
        Files.writeString(template, found.replace(".Release.IsUpgrade", "true"));
        Files.writeString(chart.folder().resolve("files/found.yaml"), there);
        Path values = Files.writeString(folder.resolve("values.yaml"), LEAST);
        return chart.rendered(values).stream()
                .filter(object -> object.path("kind").asString().equals("ConfigMap"))
                .toList();
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asString();
    }

    private static String json(JsonNode value) {
        return value.toString().replace("\"", "").replace(":", ": ").replace(",", ", ");
    }

    private JsonNode runFile(String values) throws IOException {
        return rendered(values).stream()
                .filter(object -> object.path("data").has("run.yaml"))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode podOf(String part, String values) throws IOException {
        return rendered(values).stream()
                .filter(object ->
                        object.path("spec").has("template") && name(object).endsWith("-" + part))
                .findFirst()
                .orElseThrow()
                .path("spec")
                .path("template")
                .path("spec");
    }

    private List<JsonNode> rendered(String values) throws IOException {
        return HelmChart.OURS.rendered(Files.writeString(folder.resolve("values.yaml"), values));
    }
}
