package io.shardstream.control.index.difference;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that the settings of an index name and that is kept in its cluster, outside of the index.
///
/// @param name as the cluster has it
public record Reference(Kind kind, String name) {
    /// What is referred to.
    public enum Kind {
        /// What clients' documents go through (`index.default_pipeline`, `index.final_pipeline`).
        PIPELINE("_ingest/pipeline/", "read_pipeline"),
        /// Synonyms of an analyzer (`synonyms_set` of a token filter). Without them Elasticsearch opens the
        /// index, and logs "Synonyms will not be applied" (`SynonymTokenFilterFactory.SynonymsSource.INDEX`).
        SYNONYMS("_synonyms/", "manage_search_synonyms"),
        /// What searches and their answers go through (`index.search.default_pipeline` of OpenSearch).
        /// Without it every search is refused.
        SEARCH_PIPELINE("_search/pipeline/", "cluster:admin/search/pipeline/get");

        private final String path;
        private final String privilege;

        Kind(String path, String privilege) {
            this.path = path;
            this.privilege = privilege;
        }

        /// The cluster privilege by which a user may see it (`security-privileges` of Elasticsearch's
        /// reference).
        String privilege() {
            return privilege;
        }
    }

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> PIPELINES = List.of("index.default_pipeline", "index.final_pipeline");
    private static final String SEARCH_PIPELINE = "index.search.default_pipeline";
    private static final String NO_PIPELINE = "_none";
    /// `SynonymsManagementAPIService.MAX_SYNONYMS_SETS`: as many as one answer may have.
    private static final String MOST_RULES = "10000";
    /// What says when somebody wrote it and why, and does nothing to documents.
    private static final List<String> NOTES = List.of(
            "created_date",
            "created_date_millis",
            "modified_date",
            "modified_date_millis",
            "description",
            "version",
            "_meta");

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NO_METHOD = 405;

    /// Those of an index.
    ///
    /// @param settings by full name
    public static List<Reference> of(Map<String, String> settings) {
        Stream<Reference> pipelines = PIPELINES.stream()
                .map(setting -> settings.getOrDefault(setting, NO_PIPELINE))
                .filter(name -> !name.isEmpty() && !name.equals(NO_PIPELINE))
                .distinct()
                .map(name -> new Reference(Kind.PIPELINE, name));
        Set<String> synonyms = new TreeSet<>();
        settings.forEach((setting, value) -> {
            if (setting.startsWith("index.analysis.filter.") && setting.endsWith(".synonyms_set")) {
                synonyms.addAll(names(value));
            }
        });
        Stream<Reference> searchPipeline = Stream.of(settings.getOrDefault(SEARCH_PIPELINE, NO_PIPELINE))
                .filter(name -> !name.isEmpty() && !name.equals(NO_PIPELINE))
                .map(name -> new Reference(Kind.SEARCH_PIPELINE, name));
        return Stream.of(pipelines, synonyms.stream().map(name -> new Reference(Kind.SYNONYMS, name)), searchPipeline)
                .flatMap(all -> all)
                .toList();
    }

    /// Those that an index and another one have in common, whose names have to mean the same in both
    /// clusters.
    ///
    /// @param settings of one, by full name
    /// @param others of the other
    public static List<Reference> ofBoth(Map<String, String> settings, Map<String, String> others) {
        List<Reference> there = of(others);
        return of(settings).stream().filter(there::contains).toList();
    }

    private static List<String> names(String value) {
        try {
            return value.startsWith("[")
                    ? MAPPER.readTree(value)
                            .valueStream()
                            .map(name -> name.asString(""))
                            .toList()
                    : List.of(value);
        } catch (JacksonException e) {
            return List.of(value);
        }
    }

    /// How people and servers name it, such as `_ingest/pipeline/geo`.
    public String text() {
        return kind.path + name;
    }

    /// Whether a difference of that name is about what an index refers to.
    public static boolean isNamed(String name) {
        return Arrays.stream(Kind.values()).anyMatch(kind -> name.startsWith(kind.path));
    }

    /// What a cluster has of that name, without notes; empty if it has nothing.
    ///
    /// @throws ElasticException.Refused also if the user may not see it
    public Optional<JsonNode> in(ElasticCluster cluster) throws ElasticException {
        Call call = Call.get("/" + kind.path + Call.encoded(name));
        Reply reply = cluster.send(
                switch (kind) {
                    case PIPELINE, SEARCH_PIPELINE -> call;
                    case SYNONYMS -> call.with("size", MOST_RULES);
                });
        // A server that has no search pipelines has no such request either.
        boolean isUnknown =
                kind == Kind.SEARCH_PIPELINE && (reply.status() == BAD_REQUEST || reply.status() == NO_METHOD);
        if (reply.status() == NOT_FOUND || isUnknown) {
            return Optional.empty();
        }
        JsonNode answer = reply.orThrow().json();
        return Optional.of(
                switch (kind) {
                    case PIPELINE -> pipeline(cluster, answer.path(name));
                    case SYNONYMS -> synonyms(cluster, answer);
                    case SEARCH_PIPELINE -> searchPipeline(cluster, answer.path(name));
                });
    }

    private JsonNode pipeline(ElasticCluster cluster, JsonNode told) throws ElasticException {
        if (!(told instanceof ObjectNode pipeline)
                || !pipeline.path("processors").isArray()) {
            throw untold(cluster);
        }
        return pipeline.deepCopy().remove(NOTES);
    }

    private JsonNode searchPipeline(ElasticCluster cluster, JsonNode told) throws ElasticException {
        if (!(told instanceof ObjectNode pipeline)) {
            throw untold(cluster);
        }
        return pipeline.deepCopy().remove(NOTES);
    }

    private JsonNode synonyms(ElasticCluster cluster, JsonNode told) throws ElasticException {
        JsonNode rules = told.path("synonyms_set");
        if (!rules.isArray() || AnswerValues.number(told.path("count")).isEmpty()) {
            throw untold(cluster);
        }
        ArrayNode all = MAPPER.createArrayNode().add(told.path("count"));
        rules.valueStream()
                .map(rule -> rule.path("synonyms").asString(""))
                .sorted()
                .forEach(all::add);
        return all;
    }

    private ElasticException.Malformed untold(ElasticCluster cluster) {
        return new ElasticException.Malformed("The " + cluster.name() + " does not tell what '" + text() + "' is");
    }

    /// Pipelines that a pipeline calls by name, wherever in it, also where such a call fails (`on_failure`).
    static List<Reference> calledBy(JsonNode pipeline) {
        Set<String> names = new TreeSet<>();
        addCalled(pipeline, names);
        return names.stream().map(name -> new Reference(Kind.PIPELINE, name)).toList();
    }

    private static void addCalled(JsonNode node, Set<String> names) {
        String name = node.path("pipeline").path("name").asString("");
        if (!name.isEmpty()) {
            names.add(name);
        }
        for (JsonNode part : node) {
            addCalled(part, names);
        }
    }
}
