package io.shardstream.ittests.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The chart's values are explained once, in `values.yaml`; schema and README say the same.
class ChartReadmeTest {
    private static final Path CHART = HelmChart.OURS.folder();
    private static final ChartReadme OURS = new ChartReadme(
            HelmChart.text(
                    Project.HOME.resolve("it-tests/src/test/resources/io/shardstream/ittests/helm/README.head.md")),
            HelmChart.text(CHART.resolve("values.yaml")),
            HelmChart.tree(CHART.resolve("values.schema.json")));

    @Test
    void theReadmeIsMadeOfTheValues() throws IOException {
        Path readme = CHART.resolve("README.md");
        if ("write".equals(System.getProperty("shardstream.golden"))) {
            Files.writeString(readme, OURS.text());
        }
        assertThat(Files.readString(readme))
                .as("./mvnw -pl it-tests -am test -Dtest=ChartReadmeTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dshardstream.golden=write makes it anew")
                .isEqualTo(OURS.text());
    }

    @Test
    void everyValueIsExplained() {
        assertThat(OURS.unexplained()).isEmpty();
    }

    @Test
    void theSchemaSaysOfEachValueWhatItsCommentSays() {
        OURS.comments()
                .forEach((path, comment) -> assertThat(OURS.schemaOf(path)
                                .map(schema -> schema.path("description").asString()))
                        .as(path)
                        .contains(comment));
    }

    @Test
    void aRowHasPathTypeDefaultAndComment() {
        String values = """
                # A chart.

                # -- One.
                one: "1"
                two:
                  # -- Three.
                  three:
                    four: [5]
                  six: 6
                """;
        JsonNode schema = HelmChart.YAML.readTree("""
                properties:
                  one: {type: [integer, string]}
                  two: {properties: {three: {type: object}}}
                """);
        ChartReadme readme = new ChartReadme("# Head\n", values, schema);

        assertThat(readme.comments()).isEqualTo(Map.of("one", "One.", "two.three", "Three."));
        assertThat(readme.unexplained()).containsExactly("two.six");
        assertThat(readme.text()).isEqualTo("""
                # Head
                | value | type | default | meaning |
                | --- | --- | --- | --- |
                | `one` | integer or string | `"1"` | One. |
                | `two.three` | object | `{"four":[5]}` | Three. |
                """);
    }
}
