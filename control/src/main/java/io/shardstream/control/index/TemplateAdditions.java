package io.shardstream.control.index;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What index templates add to an index of a certain name when it is made, beside what the request says that makes it.
/// A
/// composable template takes the place of all legacy ones.
///
/// @param names of the templates
/// @param settings by full name
/// @param mappings the mapping's root object
/// @param aliases their names
/// @param makesDataStreams whether servers refuse to make an ordinary index of this name
public record TemplateAdditions(
        List<String> names,
        Map<String, String> settings,
        JsonNode mappings,
        Set<String> aliases,
        boolean makesDataStreams) {
    public static final TemplateAdditions NONE =
            new TemplateAdditions(List.of(), Map.of(), JsonNodeFactory.instance.objectNode(), Set.of(), false);

    private static final int FORBIDDEN = 403;
    private static final String ALIASES = "aliases";
    private static final String SETTINGS = "settings";
    private static final String MAPPINGS = "mappings";
    private static final String TEMPLATE = "template";

    public TemplateAdditions {
        names = List.copyOf(names);
        settings = Map.copyOf(settings);
        aliases = Set.copyOf(aliases);
    }

    /// Asks without making anything.
    ///
    /// @throws ElasticException if the cluster does not tell; with security that takes the cluster privilege
    ///   `manage_index_templates`
    public static TemplateAdditions of(ElasticCluster cluster, String index) throws ElasticException {
        JsonNode composed = cluster.send(
                        Call.post("/_index_template/_simulate_index/" + Call.encoded(index), Bytes.EMPTY))
                .orThrow()
                .json();
        return composed.has(TEMPLATE)
                ? composed(
                        index,
                        composed,
                        cluster.send(Call.get("/_index_template")).orThrow().json())
                : legacy(index, cluster.send(Call.get("/_template")).orThrow().json());
    }

    /// The same for whoever can do without.
    ///
    /// @return empty where its user may not ask
    /// @throws ElasticException if the cluster does not tell otherwise
    public static Optional<TemplateAdditions> unlessForbidden(ElasticCluster cluster, String index)
            throws ElasticException {
        try {
            return Optional.of(of(cluster, index));
        } catch (ElasticException.Refused e) {
            if (e.status() != FORBIDDEN) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// @param simulated answer to `POST /_index_template/_simulate_index/<index>`, which does not name the template
    /// @param templates answer to `GET /_index_template`
    public static TemplateAdditions composed(String index, JsonNode simulated, JsonNode templates) {
        // Servers let no two templates of one priority match the same names.
        JsonNode winner = templates
                .path("index_templates")
                .valueStream()
                .filter(one -> matches(one.path("index_template"), index))
                .max(Comparator.comparingLong(
                        one -> one.path("index_template").path("priority").asLong(0)))
                .orElseGet(JsonNodeFactory.instance::objectNode);
        JsonNode template = simulated.path(TEMPLATE);
        Map<String, String> settings = new HashMap<>();
        flatten("", template.path(SETTINGS), settings);
        return new TemplateAdditions(
                winner.path("name").isString() ? List.of(winner.path("name").stringValue()) : List.of(),
                settings,
                template.path(MAPPINGS),
                new TreeSet<>(template.path(ALIASES).propertyNames()),
                winner.path("index_template").has("data_stream"));
    }

    /// @param templates answer to `GET /_template`; those of a higher order win
    public static TemplateAdditions legacy(String index, JsonNode templates) {
        List<Map.Entry<String, JsonNode>> matching = templates.properties().stream()
                .filter(entry -> matches(entry.getValue(), index))
                .sorted(Comparator.comparingLong(
                        entry -> entry.getValue().path("order").asLong(0)))
                .toList();
        List<String> names = new ArrayList<>();
        Map<String, String> settings = new HashMap<>();
        Set<String> aliases = new TreeSet<>();
        ObjectNode mappings = JsonNodeFactory.instance.objectNode();
        matching.forEach(entry -> {
            names.add(entry.getKey());
            flatten("", entry.getValue().path(SETTINGS), settings);
            aliases.addAll(entry.getValue().path(ALIASES).propertyNames());
            merge(mappings, entry.getValue().path(MAPPINGS));
        });
        return new TemplateAdditions(names, settings, mappings, aliases, false);
    }

    /// A mapping as it is where the request that makes the index has this one: that wins, key by key.
    public JsonNode under(JsonNode requested) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        merge(merged, mappings);
        merge(merged, requested);
        return merged;
    }

    /// Whether any template matches.
    public boolean isSomething() {
        return !names.isEmpty() || !settings.isEmpty() || !mappings.isEmpty() || !aliases.isEmpty();
    }

    /// Such as `index template 't'`.
    public String words() {
        return switch (names.size()) {
            case 0 -> "an index template";
            case 1 -> "index template '" + names.getFirst() + "'";
            default -> "the index templates " + String.join(", ", names);
        };
    }

    private static void merge(ObjectNode into, JsonNode from) {
        from.properties().forEach(entry -> {
            if (into.path(entry.getKey()) instanceof ObjectNode inner
                    && entry.getValue().isObject()) {
                merge(inner, entry.getValue());
            } else {
                into.set(entry.getKey(), entry.getValue().deepCopy());
            }
        });
    }

    private static void flatten(String above, JsonNode settings, Map<String, String> flat) {
        settings.properties().forEach(entry -> {
            String name = above + entry.getKey();
            JsonNode value = entry.getValue();
            if (value.isObject()) {
                flatten(name + ".", value, flat);
            } else {
                flat.put(name.startsWith("index.") ? name : "index." + name, value.asString(value.toString()));
            }
        });
    }

    private static boolean matches(JsonNode template, String index) {
        return template.path("index_patterns").valueStream().anyMatch(pattern -> matches(pattern.asString(""), index));
    }

    /// Patterns have no wildcard but `*`.
    private static boolean matches(String pattern, String index) {
        String regex = Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return index.matches(regex);
    }
}
