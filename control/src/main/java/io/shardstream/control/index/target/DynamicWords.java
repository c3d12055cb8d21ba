package io.shardstream.control.index.target;

import io.shardstream.control.index.Server;
import io.shardstream.control.index.ServerLine;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What a mapping may say under `dynamic`, by server: `ObjectMapper.Dynamic` of Elasticsearch 7.17, 8.19 and
/// 9.5 and of OpenSearch 3; Elasticsearch 7.10 and OpenSearch 1.3 refused all but the common ones, and
/// OpenSearch 2.19 took one more (tried). A target that follows its source is made with `false` at every
/// level, so that the server would refuse another word only at the end of a run.
final class DynamicWords {
    private static final Set<String> COMMON = Set.of("true", "false", "strict");
    private static final String ELASTICSEARCH_ONLY = "runtime";
    private static final String OPENSEARCH_2_ONLY = "strict_allow_templates";
    private static final Set<String> OPENSEARCH_ONLY = Set.of(OPENSEARCH_2_ONLY, "false_allow_templates");

    private DynamicWords() {}

    /// Those that the server is known not to know, in alphabetical order.
    ///
    /// @param mapping its root object
    static Set<String> unknown(Server server, JsonNode mapping) {
        Set<String> words = new TreeSet<>(MappingLevels.words(mapping));
        words.removeAll(COMMON);
        words.removeIf(word -> isKnown(server, word));
        return words;
    }

    private static boolean isKnown(Server server, String word) {
        return switch (ServerLine.of(server)) {
            case OPENSEARCH ->
                server.major() > 2
                        ? OPENSEARCH_ONLY.contains(word)
                        : server.major() == 2 && word.equals(OPENSEARCH_2_ONLY);
            case ELASTICSEARCH_7 -> word.equals(ELASTICSEARCH_ONLY) && server.minor() > 10;
            case ELASTICSEARCH_8, ELASTICSEARCH_9 -> word.equals(ELASTICSEARCH_ONLY);
            case UNKNOWN -> true;
        };
    }
}
