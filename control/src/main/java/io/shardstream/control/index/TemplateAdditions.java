package io.shardstream.control.index;

import io.shardstream.common.contract.bytes.Bytes;
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
    private static final String INDEX_TEMPLATE = "index_template";
    private static final String PATTERNS = "index_patterns";

    public TemplateAdditions {
        names = List.copyOf(names);
        settings = Map.copyOf(settings);
        aliases = Set.copyOf(aliases);
    }

    /// What an index gets that is not made hidden. Asks without making anything.
    ///
    /// @throws ElasticException if the cluster does not tell; with security that takes the cluster privilege
    ///   `manage_index_templates`
    public static TemplateAdditions of(ElasticCluster cluster, String index) throws ElasticException {
        return of(cluster, index, false);
    }

    /// The same. To an index that is made hidden servers apply no template with the pattern `*`
    /// (`MetadataIndexTemplateService.findV1Templates` and `findV2Template` of both servers), and
    /// `_simulate_index` knows nothing of that.
    ///
    /// @param isHidden whether the request that makes the index says `index.hidden`
    public static TemplateAdditions of(ElasticCluster cluster, String index, boolean isHidden) throws ElasticException {
        JsonNode composed = simulated(cluster, "_simulate_index/" + Call.encoded(index));
        if (!composed.has(TEMPLATE)) {
            return legacy(index, isHidden, told(cluster, "/_template"));
        }
        JsonNode templates = told(cluster, "/_index_template");
        if (!isHidden || !isForAll(winner(index, false, templates).path(INDEX_TEMPLATE))) {
            return composed(index, composed, templates);
        }
        JsonNode next = winner(index, true, templates);
        return next.isEmpty()
                ? legacy(index, true, told(cluster, "/_template"))
                : composed(
                        next,
                        simulated(
                                cluster,
                                "_simulate/" + Call.encoded(next.path("name").asString(""))));
    }

    private static JsonNode simulated(ElasticCluster cluster, String what) throws ElasticException {
        return cluster.send(Call.post("/_index_template/" + what, Bytes.EMPTY))
                .orThrow()
                .json();
    }

    private static JsonNode told(ElasticCluster cluster, String path) throws ElasticException {
        return cluster.send(Call.get(path)).orThrow().json();
    }

    /// The same for whoever can do without.
    ///
    /// @return empty where its user may not ask
    /// @throws ElasticException if the cluster does not tell otherwise
    public static Optional<TemplateAdditions> unlessForbidden(ElasticCluster cluster, String index, boolean isHidden)
            throws ElasticException {
        try {
            return Optional.of(of(cluster, index, isHidden));
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
        return composed(winner(index, false, templates), simulated);
    }

    /// @return empty if none matches
    private static JsonNode winner(String index, boolean isHidden, JsonNode templates) {
        // Servers let no two templates of one priority match the same names.
        return templates
                .path("index_templates")
                .valueStream()
                .filter(one -> matches(one.path(INDEX_TEMPLATE), index, isHidden))
                .max(Comparator.comparingLong(
                        one -> one.path(INDEX_TEMPLATE).path("priority").asLong(0)))
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    private static TemplateAdditions composed(JsonNode winner, JsonNode simulated) {
        JsonNode template = simulated.path(TEMPLATE);
        Map<String, String> settings = new HashMap<>();
        flatten("", template.path(SETTINGS), settings);
        return new TemplateAdditions(
                winner.path("name").isString() ? List.of(winner.path("name").stringValue()) : List.of(),
                settings,
                template.path(MAPPINGS),
                new TreeSet<>(template.path(ALIASES).propertyNames()),
                winner.path(INDEX_TEMPLATE).has("data_stream"));
    }

    /// @param templates answer to `GET /_template`; those of a higher order win
    public static TemplateAdditions legacy(String index, JsonNode templates) {
        return legacy(index, false, templates);
    }

    private static TemplateAdditions legacy(String index, boolean isHidden, JsonNode templates) {
        List<Map.Entry<String, JsonNode>> matching = templates.properties().stream()
                .filter(entry -> matches(entry.getValue(), index, isHidden))
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

    private static boolean matches(JsonNode template, String index, boolean isHidden) {
        if (isHidden && isForAll(template)) {
            return false;
        }
        return template.path(PATTERNS).valueStream().anyMatch(pattern -> matches(pattern.asString(""), index));
    }

    private static boolean isForAll(JsonNode template) {
        return template.path(PATTERNS)
                .valueStream()
                .anyMatch(pattern -> pattern.asString("").equals("*"));
    }

    /// Patterns have no wildcard but `*`.
    private static boolean matches(String pattern, String index) {
        String regex = Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return index.matches(regex);
    }
}
