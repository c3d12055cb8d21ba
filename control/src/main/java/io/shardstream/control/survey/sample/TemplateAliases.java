package io.shardstream.control.survey.sample;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The aliases that index templates give to every new index of a certain name, whatever the request says that makes it.
public final class TemplateAliases {
    private TemplateAliases() {}

    /// @throws ElasticException if the cluster does not tell
    public static Set<String> of(ElasticCluster cluster, String index) throws ElasticException {
        JsonNode composed = cluster.send(
                        Call.post("/_index_template/_simulate_index/" + Call.encoded(index), Bytes.EMPTY))
                .orThrow()
                .json();
        if (composed.has("template")) {
            // Legacy templates are not asked then.
            return Set.copyOf(composed.path("template").path("aliases").propertyNames());
        }
        JsonNode legacy = cluster.send(Call.get("/_template").with("filter_path", "*.index_patterns,*.aliases"))
                .orThrow()
                .json();
        Set<String> aliases = new TreeSet<>();
        for (JsonNode template : legacy) {
            boolean matches = template.path("index_patterns")
                    .valueStream()
                    .anyMatch(pattern -> matches(pattern.asString(""), index));
            if (matches) {
                aliases.addAll(template.path("aliases").propertyNames());
            }
        }
        return aliases;
    }

    /// Patterns have no wildcard but `*`.
    private static boolean matches(String pattern, String index) {
        String regex = Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return index.matches(regex);
    }
}
