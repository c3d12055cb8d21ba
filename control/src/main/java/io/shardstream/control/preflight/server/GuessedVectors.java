package io.shardstream.control.preflight.server;

import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// Whether a new field becomes of the same type in source and target where no mapping names it: an index that
/// was made with Elasticsearch 8.11 or later maps an array of 128 to 4,096 decimal numbers as a vector, which
/// takes arrays of that length only (`DocumentParser.postProcessDynamicArrayMapping` of 8.19 and 9.5).
/// Others, and all of OpenSearch, map it as `float`. Whole numbers are `long`, texts `text` with a `keyword`
/// of 256 characters, and dates recognized by the same formats in OpenSearch 3 and in Elasticsearch 8.19 and
/// 9.5 (`DocumentParser` of the one, `RootObjectMapper` of the others); older servers were not looked at for
/// that.
public final class GuessedVectors {
    /// `IndexVersions.FIRST_DETACHED_INDEX_VERSION`: ids before it are those of servers, as 8100099 of 8.10.
    private static final int FIRST_VERSION = 8_500_000;

    /// An entry of `dynamic_templates` with which decimal numbers become what they become elsewhere.
    private static final String KEEPING =
            "{\"decimals\": {\"match_mapping_type\": \"double\", \"mapping\": {\"type\": \"float\"}}}";

    private GuessedVectors() {}

    /// Whether an index makes vectors of new fields by itself.
    ///
    /// @param settings of the index, with defaults; without those of an index that the server is still to make
    public static boolean areMade(Server server, Map<String, String> settings) {
        if (!server.distribution().equals(Server.ELASTICSEARCH)) {
            return false;
        }
        String id = settings.getOrDefault("index.version.created", "");
        return id.matches("\\d{7,9}")
                ? Integer.parseInt(id) >= FIRST_VERSION
                : server.major() > 8 || (server.major() == 8 && server.minor() >= 11);
    }

    /// @param inSource whether the source makes vectors
    /// @param inTarget whether the target does
    /// @param mapping the target's root object as it is after the run
    public static Optional<Finding> of(boolean inSource, boolean inTarget, JsonNode mapping) {
        if (inSource == inTarget || !MappingLevels.words(mapping).contains("true") || isNumberNamed(mapping)) {
            return Optional.empty();
        }
        return Optional.of(
                inTarget
                        ? Finding.warns(
                                FindingCode.NEW_FIELDS_DIFFER,
                                "A new field with an array of 128 decimal numbers or more becomes float in the source, and"
                                        + " dense_vector in the target: it would refuse arrays of another length.",
                                "Add this to dynamic_templates in the source's mapping, before the run or while it"
                                        + " lasts, and a target that follows that mapping gets it, too: " + KEEPING
                                        + ". Where the target has a mapping of its own, add it there as well: while the"
                                        + " run lasts, that stops it until 'resume'.")
                        : Finding.warns(
                                FindingCode.NEW_FIELDS_DIFFER,
                                "A new field with an array of 128 decimal numbers or more becomes dense_vector in the"
                                        + " source, and float in the target, where it cannot be searched by knn.",
                                "Name fields that will hold vectors in the target's mapping before production moves."));
    }

    /// Whether a template of the mapping says what every field with decimal numbers becomes: then no server
    /// makes a vector of it.
    private static boolean isNumberNamed(JsonNode mapping) {
        return StreamSupport.stream(mapping.path("dynamic_templates").spliterator(), false)
                .flatMap(named -> named.properties().stream())
                .map(Map.Entry::getValue)
                .anyMatch(GuessedVectors::takesEachDecimal);
    }

    private static boolean takesEachDecimal(JsonNode template) {
        return Stream.of("match", "path_match").allMatch(name -> isAny(template.path(name)))
                && Stream.of("unmatch", "path_unmatch", "unmatch_mapping_type").noneMatch(template::has)
                && takesDecimals(template.path("match_mapping_type"));
    }

    private static boolean isAny(JsonNode pattern) {
        return pattern.isMissingNode() || pattern.asString("").equals("*");
    }

    /// One type, or since Elasticsearch 8.13 several; a template without one takes fields by their names.
    private static boolean takesDecimals(JsonNode types) {
        Set<String> taking = Set.of("double", "*");
        return types.isArray()
                ? types.valueStream().anyMatch(type -> taking.contains(type.asString("")))
                : types.isMissingNode() || taking.contains(types.asString(""));
    }
}
