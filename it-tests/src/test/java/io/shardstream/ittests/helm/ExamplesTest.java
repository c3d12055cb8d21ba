package io.shardstream.ittests.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// `deploy/helm/examples`: values for the chart, and objects of Strimzi for a run called cities.
class ExamplesTest {
    private static final Path FOLDER = Project.HOME.resolve("deploy/helm/examples");
    private static final KubernetesSchemas SCHEMAS = new KubernetesSchemas(HelmChart.tree(
            Project.HOME.resolve("it-tests/src/test/resources/io/shardstream/ittests/helm/operators.yaml")));
    private static final RunTopics TOPICS = new RunTopics("cities");

    static Stream<Path> values() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith("-values.yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void theChartTakesTheValues(Path values) {
        assertThat(HelmChart.OURS.rendered(values).stream().flatMap(object -> SCHEMAS.complaints(object).stream()))
                .isEmpty();
    }

    @Test
    void usersMayDoSomethingWithWhatTheRunHasAndWithNothingElse() throws IOException {
        List<String> named = Stream.of(
                        TOPICS.all().stream(),
                        Stream.of(TOPICS.events(), TOPICS.members(), TOPICS.readersGroup()),
                        Stream.of(TOPICS.writersGroup("id"), TOPICS.sliceTransactionalId(1)),
                        Stream.of(TOPICS.control() + ".reader", TOPICS.control() + ".writer"))
                .flatMap(names -> names)
                .toList();
        for (JsonNode user : objects("strimzi-users.yaml")) {
            assertThat(SCHEMAS.complaints(user)).isEmpty();
            for (JsonNode rule : user.path("spec").path("authorization").path("acls")) {
                JsonNode resource = rule.path("resource");
                String name = resource.path("name").asString("");
                if (!resource.path("type").asString().equals("cluster")) {
                    assertThat(named)
                            .anyMatch(one -> resource.has("patternType") ? one.startsWith(name) : one.equals(name));
                    assertThat(name).startsWith("shardstream.cities.");
                }
            }
        }
    }

    @Test
    void theTopicsAreThoseOfTheRun() throws IOException {
        List<JsonNode> topics = objects("strimzi-topics.yaml");
        assertThat(topics.stream().flatMap(topic -> SCHEMAS.complaints(topic).stream()))
                .isEmpty();
        assertThat(topics.stream()
                        .map(topic -> topic.path("metadata").path("name").asString()))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(TOPICS.all().stream(), Stream.of(TOPICS.events(), TOPICS.members()))
                                .toList());
    }

    private static List<JsonNode> objects(String file) throws IOException {
        return HelmChart.YAML
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(HelmChart.text(FOLDER.resolve(file)))
                .readAll();
    }
}
