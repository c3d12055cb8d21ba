package io.shardstream.ittests.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// A chart in a folder, and what Helm makes of it. Helm is a library in this process.
///
/// @param folder that holds its `Chart.yaml`
record HelmChart(Path folder) {
    static final YAMLMapper YAML = new YAMLMapper();

    /// The newest Kubernetes whose schemas the objects are held against; the one that Helm assumes is too old.
    private static final String KUBERNETES = "1.33.0";

    static final HelmChart OURS = new HelmChart(Project.HOME.resolve("deploy/helm/shardstream"));

    /// The objects that it makes, in Helm's order.
    ///
    /// @throws IllegalStateException if Helm or the chart refuses the values
    List<JsonNode> rendered(Path values) {
        String text = new Helm(folder)
                .template()
                .withName("cities")
                .withNamespace("copies")
                .withKubeVersion(KUBERNETES)
                .withValuesFile(values)
                .call();
        return YAML.readerFor(JsonNode.class).<JsonNode>readValues(text).readAll().stream()
                .filter(JsonNode::isObject)
                .toList();
    }

    /// Warnings count as errors.
    LintResult linted() {
        return new Helm(folder).lint().strict().call();
    }

    /// The same chart in another folder, with what its links lead to in their place, as `helm package` takes it.
    HelmChart copiedTo(Path other) throws IOException {
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = other.resolve(folder.relativize(file).toString());
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                Files.write(copy, Files.readAllBytes(file));
            }
        }
        return new HelmChart(other);
    }

    /// Makes these values its own, key by key, as `helm lint` takes no others.
    void take(Path values) throws IOException {
        Path own = folder.resolve("values.yaml");
        ObjectNode merged = (ObjectNode) tree(own);
        merge(merged, tree(values));
        Files.writeString(own, YAML.writeValueAsString(merged));
    }

    private static void merge(ObjectNode into, JsonNode values) {
        values.properties().forEach(value -> {
            JsonNode old = into.get(value.getKey());
            if (old instanceof ObjectNode both && value.getValue().isObject()) {
                merge(both, value.getValue());
            } else {
                into.set(value.getKey(), value.getValue());
            }
        });
    }

    static JsonNode tree(Path yaml) {
        return YAML.readTree(text(yaml));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
