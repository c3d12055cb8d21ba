package io.shardstream.control.survey.difference;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
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
        PIPELINE("_ingest/pipeline/"),
        /// Synonyms of an analyzer (`synonyms_set` of a token filter). Without them Elasticsearch opens the
        /// index, and logs "Synonyms will not be applied" (`SynonymTokenFilterFactory.SynonymsSource.INDEX`).
        SYNONYMS("_synonyms/");

        private final String path;

        Kind(String path) {
            this.path = path;
        }
    }

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> PIPELINES = List.of("index.default_pipeline", "index.final_pipeline");
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

    private static final int NOT_FOUND = 404;

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
        return Stream.concat(pipelines, synonyms.stream().map(name -> new Reference(Kind.SYNONYMS, name)))
                .toList();
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

    /// What a cluster has of that name, without notes; empty if it has nothing.
    ///
    /// @throws ElasticException.Refused also if the user may not see it
    public Optional<JsonNode> in(ElasticCluster cluster) throws ElasticException {
        Call call = Call.get("/" + kind.path + Call.encoded(name));
        Reply reply = cluster.send(
                switch (kind) {
                    case PIPELINE -> call;
                    case SYNONYMS -> call.with("size", MOST_RULES);
                });
        if (reply.status() == NOT_FOUND) {
            return Optional.empty();
        }
        JsonNode answer = reply.orThrow().json();
        return Optional.of(
                switch (kind) {
                    case PIPELINE -> pipeline(cluster, answer.path(name));
                    case SYNONYMS -> synonyms(cluster, answer);
                });
    }

    private JsonNode pipeline(ElasticCluster cluster, JsonNode told) throws ElasticException {
        if (!(told instanceof ObjectNode pipeline)
                || !pipeline.path("processors").isArray()) {
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

    /// Pipelines that a pipeline calls by name.
    static List<Reference> calledBy(JsonNode pipeline) {
        return pipeline.findValues("pipeline").stream()
                .map(call -> call.path("name").asString(""))
                .filter(name -> !name.isEmpty())
                .map(name -> new Reference(Kind.PIPELINE, name))
                .toList();
    }
}
