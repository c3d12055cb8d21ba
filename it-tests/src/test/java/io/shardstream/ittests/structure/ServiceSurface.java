package io.shardstream.ittests.structure;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.log.LogKey;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.runfile.KafkaProperties;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.api.PageFiles;
import io.shardstream.control.state.finding.FindingCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What processes read, answer, export, write and end with, one on each line.
final class ServiceSurface {
    private static final Path API =
            Project.HOME.resolve("control/src/main/resources/io/shardstream/control/console/api/openapi.json");
    private static final Pattern ROUTE =
            Pattern.compile("Route\\s*\\.(get|post)\\(\\s*\"([^\"]+)\",\\s*(?:AccessPolicy\\.(\\w+))?");
    private static final List<String> SCRIPTS =
            List.of("shardstream", "deploy/src/dist/bin/shardstream", "deploy/src/dist/bin/shardstream-quick-start");
    private static final Pattern EXIT = Pattern.compile("static final int (\\w+) = (\\d+);");
    private static final Pattern FORMAT = Pattern.compile("static final int FORMAT = (\\d+);");
    private static final Pattern KEY = Pattern.compile("static final String KEY(_PREFIX)? = \"([^\"]+)\";");
    private static final Pattern VARIABLE = Pattern.compile("(?:\"|\\$\\{?)(SHARDSTREAM_[A-Z_]+)");

    private ServiceSurface() {}

    /// In no order.
    static List<String> lines() {
        JsonNode api = JsonMapper.shared().readTree(Project.text(API));
        return Stream.of(
                        runFile(),
                        Arrays.stream(Metric.values()).map(ServiceSurface::metric),
                        paths(api),
                        schemas(api),
                        routes(),
                        Arrays.stream(FindingCode.values())
                                .map(code -> "finding " + code.label() + ", " + code.topic()),
                        found(file -> file.endsWith("ExitCodes.java"), EXIT).map(code -> "exit " + code.group(2)),
                        kafka(),
                        records(),
                        Arrays.stream(LogKey.values()).map(key -> "log " + key.key()),
                        environment())
                .flatMap(Function.identity())
                .distinct()
                .toList();
    }

    private static Stream<String> runFile() {
        Map<String, String> keys = RunFile.keys();
        return Stream.of(
                        keys.keySet().stream()
                                .map(key -> "run-file " + key
                                        + Optional.ofNullable(keys.get(key))
                                                .filter(standard -> !standard.isEmpty())
                                                .map(standard -> standard.equals("required")
                                                        ? ", required"
                                                        : ", default " + standard)
                                                .orElse("")),
                        KafkaProperties.names().stream().map(name -> "kafka-property " + name),
                        KafkaProperties.refused().stream().map(name -> "kafka-property " + name + ", refused"))
                .flatMap(Function.identity());
    }

    private static String metric(Metric metric) {
        return Stream.concat(
                        Stream.of(
                                "metric " + metric.metricName(),
                                metric.type().name().toLowerCase(Locale.ROOT)),
                        metric.labels().stream())
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> paths(JsonNode api) {
        return api.path("paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream()
                        .map(method -> "api %s %s, %s"
                                .formatted(
                                        method.getKey().toUpperCase(Locale.ROOT),
                                        path.getKey(),
                                        method.getValue().path("responses").properties().stream()
                                                .map(Map.Entry::getKey)
                                                .sorted()
                                                .collect(Collectors.joining(", ")))));
    }

    private static Stream<String> schemas(JsonNode api) {
        return api.at("/components/schemas").properties().stream()
                .flatMap(schema -> Stream.concat(
                        Stream.of("schema " + schema.getKey() + ", " + type(schema.getValue())),
                        schema.getValue().path("properties").properties().stream()
                                .map(field -> "schema %s.%s, %s%s"
                                        .formatted(
                                                schema.getKey(),
                                                field.getKey(),
                                                type(field.getValue()),
                                                isRequired(schema.getValue(), field.getKey()) ? "" : ", optional"))));
    }

    private static boolean isRequired(JsonNode schema, String field) {
        return texts(schema.path("required")).anyMatch(field::equals);
    }

    private static String type(JsonNode schema) {
        String either = Stream.of("oneOf", "anyOf")
                .flatMap(word -> schema.path(word).valueStream())
                .map(ServiceSurface::type)
                .collect(Collectors.joining(" or "));
        if (!either.isEmpty()) {
            return either;
        }
        String reference = schema.path("$ref").asString("");
        String name = reference.isEmpty()
                ? texts(schema.path("type")).collect(Collectors.joining(" or "))
                : reference.substring(reference.lastIndexOf('/') + 1);
        String words = texts(schema.path("enum")).collect(Collectors.joining("|"));
        String parts = Stream.of("items", "additionalProperties")
                .map(schema::path)
                .filter(JsonNode::isObject)
                .map(part -> " of " + type(part))
                .collect(Collectors.joining());
        return name + parts + (words.isEmpty() ? "" : " " + words);
    }

    /// Those of a list, or the one that stands in its place.
    private static Stream<String> texts(JsonNode node) {
        return (node.isArray() ? node.valueStream() : Stream.of(node))
                .filter(JsonNode::isString)
                .map(JsonNode::asString);
    }

    /// The files of the page are its own affair.
    private static Stream<String> routes() {
        return Stream.concat(
                found(_ -> true, ROUTE)
                        .map(route -> "route %s %s, %s"
                                .formatted(
                                        route.group(1).toUpperCase(Locale.ROOT),
                                        route.group(2),
                                        route.group(3) == null ? AccessPolicy.CHANGE : route.group(3))),
                PageFiles.routes().stream()
                        .filter(route -> route.path().equals("/"))
                        .map(route -> "route %s %s, %s".formatted(route.method(), route.path(), route.access())));
    }

    /// Names of a run's topics, groups and transactional ids.
    private static Stream<String> kafka() {
        RunTopics topics = new RunTopics("RUN", 2);
        return Arrays.stream(RunTopics.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && method.getReturnType() == String.class
                        && !List.of("run", "described", "toString").contains(method.getName()))
                .map(method -> "kafka " + call(topics, method));
    }

    private static Object call(RunTopics topics, Method method) {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == int.class ? (Object) 7 : "ID")
                .toArray();
        try {
            return method.invoke(topics, arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /// What their fields are is what golden files say.
    private static Stream<String> records() {
        return Project.mainSources().stream()
                .filter(file -> FORMAT.matcher(Project.text(file)).find())
                .map(file -> {
                    String text = Project.text(file);
                    return "record " + name(file) + ", format "
                            + FORMAT.matcher(text)
                                    .results()
                                    .findFirst()
                                    .orElseThrow()
                                    .group(1)
                            + KEY.matcher(text)
                                    .results()
                                    .map(key -> ", key " + key.group(2) + (key.group(1) == null ? "" : "*"))
                                    .collect(Collectors.joining());
                });
    }

    private static Stream<String> environment() {
        return Stream.concat(
                        found(_ -> true, VARIABLE),
                        SCRIPTS.stream()
                                .map(Project.HOME::resolve)
                                .flatMap(file ->
                                        VARIABLE.matcher(Project.text(file)).results()))
                .map(name -> "environment " + name.group(1));
    }

    private static Stream<MatchResult> found(Predicate<Path> where, Pattern pattern) {
        return Project.mainSources().stream()
                .filter(where)
                .flatMap(file -> pattern.matcher(Project.text(file)).results());
    }

    private static String name(Path file) {
        return Objects.toString(file.getFileName()).replace(".java", "");
    }
}
