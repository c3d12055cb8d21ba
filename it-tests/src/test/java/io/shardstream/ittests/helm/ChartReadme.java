package io.shardstream.ittests.helm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The chart's README, made of `values.yaml` and `values.schema.json`: a row for each value that has a comment, which
/// begins with `# --`. The text above the table stands in `README.head.md` of the tests' resources.
record ChartReadme(String head, String values, JsonNode schema) {
    private static final Pattern KEY = Pattern.compile("( *)([\\w.-]+):.*");
    private static final String COMMENT = "# -- ";

    /// What the comment above each value says, by the value's path, in the order of the file.
    Map<String, String> comments() {
        Map<String, String> found = new LinkedHashMap<>();
        List<String> path = new ArrayList<>();
        String comment = "";
        for (String line : values.lines().toList()) {
            Matcher key = KEY.matcher(line);
            if (line.strip().startsWith(COMMENT)) {
                comment = line.strip().substring(COMMENT.length());
            } else if (!line.strip().startsWith("#") && key.matches()) {
                int depth = key.group(1).length() / 2;
                path.subList(depth, path.size()).clear();
                path.add(key.group(2));
                if (!comment.isEmpty()) {
                    found.put(String.join(".", path), comment);
                }
                comment = "";
            }
        }
        return found;
    }

    /// Values at the ends of the tree for which neither they themselves nor what they are in has a comment.
    List<String> unexplained() {
        Map<String, String> explained = comments();
        return ends("", HelmChart.YAML.readTree(values))
                .filter(end ->
                        explained.keySet().stream().noneMatch(path -> end.equals(path) || end.startsWith(path + ".")))
                .toList();
    }

    private static Stream<String> ends(String path, JsonNode value) {
        if (!value.isObject() || value.isEmpty()) {
            return Stream.of(path);
        }
        return value.propertyStream()
                .flatMap(one -> ends(path.isEmpty() ? one.getKey() : path + "." + one.getKey(), one.getValue()));
    }

    /// What the schema says of a value.
    Optional<JsonNode> schemaOf(String path) {
        JsonNode at = schema;
        for (String step : path.split("\\.", -1)) {
            at = at.path("properties").path(step);
        }
        return at.isMissingNode() ? Optional.empty() : Optional.of(at);
    }

    String text() {
        String rows = comments().entrySet().stream()
                .map(value -> "| `%s` | %s | `%s` | %s |%n"
                        .formatted(value.getKey(), type(value.getKey()), given(value.getKey()), value.getValue()))
                .collect(Collectors.joining());
        return head + "| value | type | default | meaning |\n| --- | --- | --- | --- |\n" + rows;
    }

    private String type(String path) {
        JsonNode schemaOf = schemaOf(path).orElseThrow();
        if (schemaOf.has("enum")) {
            return schemaOf.path("enum")
                    .valueStream()
                    .map(word -> "`" + word + "`")
                    .collect(Collectors.joining(", "));
        }
        JsonNode type = schemaOf.path("type");
        return type.isArray()
                ? type.valueStream().map(JsonNode::asString).collect(Collectors.joining(" or "))
                : type.asString();
    }

    private String given(String path) {
        JsonNode at = HelmChart.YAML.readTree(values);
        for (String step : path.split("\\.", -1)) {
            at = at.path(step);
        }
        return at.toString();
    }
}
