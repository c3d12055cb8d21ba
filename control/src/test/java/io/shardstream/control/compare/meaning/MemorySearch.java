package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.version.MemoryRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers searches from what shards in memory hold, as far as these searches are made here.
final class MemorySearch implements ShardAnswers {
    private static final String NOT_FOUND = "{\"found\":false}";
    static final JsonMapper JSON = new JsonMapper();

    /// Versions of the target are words, which are above all that a source gives in a test.
    private static final long WORDS = 1L << 40;

    /// `TransportAnalyzeAction.TokenCounter` of Elasticsearch 8
    private static final String TOO_MANY_TOKENS =
            "{\"error\":{\"type\":\"illegal_state_exception\",\"reason\":\"The number of tokens produced by calling _analyze"
                    + " has exceeded the allowed maximum of [10000]. This limit can be set by changing the"
                    + " [index.analyze.max_token_count] index level setting.\"}}";

    private final MemoryRun run;
    final Set<String> ignoredInTarget = new HashSet<>();
    final Set<String> refused = new HashSet<>();
    final Set<String> leftOutForClients = new HashSet<>();
    /// Terms of the target by field or analyzer.
    final Map<String, String> otherTerms = new HashMap<>();
    /// Values that the target has indexed in place of those of the document, as JSON, by document and field.
    final Map<String, String> otherValues = new HashMap<>();
    /// The formats in which values were asked for, by field.
    final Map<String, String> formats = new HashMap<>();
    /// Fields whose values make an answer too large.
    final Set<String> large = new HashSet<>();
    /// Fields by which the target refuses to search.
    final Set<String> unsearchable = new HashSet<>();
    /// Fields that the target does not search by numbers as the source does.
    final Set<String> numberedOtherwise = new HashSet<>();
    /// Queries for values that no server takes, as JSON.
    final Set<String> unreadable = new HashSet<>();
    /// Numbers, as JSON, for which the source finds nothing, and the target refuses to search.
    final Set<String> outOfRange = new HashSet<>();
    /// How often a search was refused.
    int refusals;
    /// Fields of which the target finds nothing by a range.
    final Set<String> rangedOtherwise = new HashSet<>();
    /// Fields that have the values of whole objects.
    final Set<String> leaves = new HashSet<>();
    /// Analyzed fields of which the source's index has other terms than it would make now.
    final Set<String> analyzedBefore = new HashSet<>();
    /// Fields by whose values the target finds nothing.
    final Set<String> unindexed = new HashSet<>();
    String mappings = "{\"properties\":{\"f\":{\"type\":\"integer\"},\"t\":{\"type\":\"text\"}}}";
    String aliases = "{}";
    boolean maySeeAliases = true;
    String sourceServer = "{}";
    String targetServer = "{}";
    String targetCluster = "one";
    /// With which the target was made.
    String targetCreated = "8521000";
    /// Settings of the source by which searches are taken apart, as members of a JSON object.
    String searchDefaults = "";
    /// Those of the target.
    String targetDefaults = "";
    int weight = 1;
    /// Of one answer, `search.max_buckets`.
    int mostBuckets = Integer.MAX_VALUE;
    boolean mayAnalyze = true;
    /// Whether the target tells no terms of documents for the moment.
    boolean isBusy;
    /// An operation for several documents, such as `_mget`, of each of which it says that it failed.
    String failingForEach = "";
    /// The id of a document that begins with a byte order mark; `*` for all.
    String marked = "";
    /// In characters, all texts of a question together: more has more terms than a server tells.
    int mostAnalyzed = Integer.MAX_VALUE;

    MemorySearch(MemoryRun run) {
        this.run = run;
    }

    MeaningSides sides() {
        return new MeaningSides(run.compared(), call -> answer(call, true), call -> answer(call, false));
    }

    private record Document(DocumentName name, JsonNode body) {
        String id() {
            return name.id().utf8();
        }

        boolean isInTarget() {
            return name.version() > WORDS;
        }
    }

    private static List<Document> documents(ScannedCopy copy) {
        try {
            List<Long> numbers = new ArrayList<>();
            copy.forEachLive(-1, Long.MAX_VALUE, (seqNo, _) -> numbers.add(seqNo));
            List<Document> documents = new ArrayList<>();
            for (DocumentName name : copy.named(numbers)) {
                copy.bodies(
                        List.of(name.id()), (_, body) -> documents.add(new Document(name, JSON.readTree(body.utf8()))));
            }
            return documents;
        } catch (ElasticException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public JsonNode found(ScannedCopy copy, ObjectNode body) throws ElasticException {
        if (body.path("size").asInt() > copy.maxResultWindow()) {
            reply("/_search", 400, "{\"error\":{\"type\":\"illegal_argument_exception\"}}")
                    .orThrow();
        }
        if (body.path("aggs").path("fields").path("filters").path("filters").size() > mostBuckets) {
            reply("/_search", 503, "{\"error\":{\"type\":\"too_many_buckets_exception\"}}")
                    .orThrow();
        }
        for (String field : refused) {
            if (body.toString().contains("\"" + field + "\"")) {
                reply("/_search", 400, "{\"error\":{\"type\":\"no_exists\",\"reason\":\"not supported\"}}")
                        .orThrow();
            }
        }
        if (body.path("docvalue_fields")
                .valueStream()
                .anyMatch(one -> large.contains(one.path("field").asString("")))) {
            throw new ElasticException.TooLarge("The answer is too large.");
        }
        if (unreadable.stream().anyMatch(query -> body.toString().contains(query))) {
            refusals++;
            reply("/_search", 400, "{\"error\":{\"type\":\"query_shard_exception\",\"reason\":\"no value\"}}")
                    .orThrow();
        }
        List<Document> documents = documents(copy);
        for (String field : unsearchable) {
            if (body.toString().contains("\"term\":{\"" + field + "\"")
                    && documents.stream().anyMatch(Document::isInTarget)) {
                reply("/_search", 400, "{\"error\":{\"type\":\"query_shard_exception\",\"reason\":\"not indexed\"}}")
                        .orThrow();
            }
        }
        if (outOfRange.stream().anyMatch(value -> body.path("query").toString().contains(":" + value))
                && documents.stream().anyMatch(Document::isInTarget)) {
            reply("/_search", 400, "{\"error\":{\"type\":\"query_shard_exception\",\"reason\":\"out of range\"}}")
                    .orThrow();
        }
        ObjectNode answer = JSON.createObjectNode();
        ObjectNode hits = answer.putObject("hits");
        JsonNode filters = body.path("aggs").path("fields").path("filters").path("filters");
        if (filters.isObject()) {
            hits.putObject("total").put("value", documents.size()).put("relation", "eq");
            ObjectNode buckets =
                    answer.putObject("aggregations").putObject("fields").putObject("buckets");
            filters.propertyStream()
                    .forEach(entry -> buckets.putObject(entry.getKey())
                            .put(
                                    "doc_count",
                                    weight
                                            * documents.stream()
                                                    .filter(one -> passes(one, entry.getValue()))
                                                    .count()));
            return answer;
        }
        ArrayNode list = hits.putArray("hits");
        documents.stream()
                .filter(one -> passes(one, body.path("query")))
                .limit(body.path("size").asInt())
                .forEach(one -> {
                    ObjectNode hit = list.addObject();
                    hit(one, body.path("query"), hit);
                    values(one, body.path("docvalue_fields"), hit);
                });
        return answer;
    }

    private void values(Document document, JsonNode asked, ObjectNode hit) {
        ObjectNode fields = hit.putObject("fields");
        for (JsonNode one : asked) {
            String name = one.path("field").asString();
            formats.put(name, one.path("format").asString(""));
            String other = otherValues.get(document.id() + "." + name);
            if (document.isInTarget() && other != null) {
                fields.set(name, JSON.readTree(other));
            } else if (has(document, name)) {
                fields.putArray(name).add(at(document.body(), name));
            }
        }
    }

    private void hit(Document document, JsonNode query, ObjectNode hit) {
        hit.put("_id", document.id());
        Bytes routing = document.name().routing();
        if (routing != null) {
            hit.put("_routing", routing.utf8());
        }
        hit.put("_seq_no", document.name().seqNo());
        hit.put("_version", document.name().version());
        ArrayNode matched = hit.putArray("matched_queries");
        for (JsonNode named : query.path("bool").path("should")) {
            if (passes(document, named)) {
                matched.add(named.path("bool").path("_name").asString());
            }
        }
    }

    private boolean passes(Document document, JsonNode query) {
        if (query.has("match_all")) {
            return true;
        }
        if (query.has("ids")) {
            return query.path("ids")
                    .path("values")
                    .valueStream()
                    .anyMatch(id -> id.asString("").equals(document.id()));
        }
        if (query.has("exists")) {
            return has(document, query.path("exists").path("field").asString());
        }
        if (query.has("nested")) {
            return passes(document, query.path("nested").path("query"));
        }
        if (query.has("term")) {
            Map.Entry<String, JsonNode> term =
                    query.path("term").propertyStream().findFirst().orElseThrow();
            return isFound(document, term.getKey(), term.getValue());
        }
        if (query.has("match")) {
            Map.Entry<String, JsonNode> match =
                    query.path("match").propertyStream().findFirst().orElseThrow();
            return isFound(document, match.getKey(), match.getValue());
        }
        // By their milliseconds dates are found as they are.
        if (query.has("range") && !query.toString().contains("epoch_millis")) {
            Map.Entry<String, JsonNode> range =
                    query.path("range").propertyStream().findFirst().orElseThrow();
            return isFound(document, range.getKey(), range.getValue().path("gte"))
                    && !(document.isInTarget() && rangedOtherwise.contains(range.getKey()));
        }
        JsonNode bool = query.path("bool");
        return bool.path("filter").valueStream().allMatch(one -> passes(document, one))
                && (bool.path("minimum_should_match").asInt(0) == 0
                        || bool.path("should").valueStream().anyMatch(one -> passes(document, one)))
                && bool.path("must_not").valueStream().noneMatch(one -> passes(document, one));
    }

    private boolean isFound(Document document, String field, JsonNode value) {
        boolean isReadOtherwise = value.isNumber() && numberedOtherwise.contains(field);
        JsonNode known = at(document.body(), field);
        return has(document, field)
                && !outOfRange.contains(value.toString())
                && (leaves.contains(field)
                        || known.equals(value)
                        || known.valueStream().anyMatch(value::equals)
                        || isTerm(document, field, value))
                && !(document.isInTarget() && (unindexed.contains(field) || isReadOtherwise));
    }

    private boolean isTerm(Document document, String field, JsonNode value) {
        return value.asString("").equals(term(field, !document.isInTarget()))
                && (document.isInTarget() || !analyzedBefore.contains(field));
    }

    /// A multi-field has the value of its field.
    private static JsonNode at(JsonNode body, String field) {
        JsonNode found = body;
        for (String part : field.split("\\.", -1)) {
            found = found.isObject() ? found.path(part) : found;
        }
        return found;
    }

    private boolean has(Document document, String field) {
        boolean isIgnored = document.isInTarget() && ignoredInTarget.contains(document.id() + "." + field);
        if (field.equals(SearchedField.IGNORED)) {
            return document.isInTarget()
                    && ignoredInTarget.stream().anyMatch(one -> one.startsWith(document.id() + "."));
        }
        return !at(document.body(), field).isMissingNode() && !isIgnored;
    }

    private Reply answer(Call call, boolean isSource) throws ElasticException {
        String path = call.path();
        String index = isSource
                ? run.compared().plan().sourceIndex()
                : run.compared().plan().targetIndex();
        if (path.equals("/")) {
            return reply(path, 200, isSource ? sourceServer : targetServer);
        }
        if (path.equals("/_cluster/state/version")) {
            return reply(path, 200, "{\"cluster_uuid\":\"" + (isSource ? "one" : targetCluster) + "\"}");
        }
        if (path.endsWith("/_settings/index.version.created")) {
            String created = "{\"index.version.created\":\"" + (isSource ? "8521000" : targetCreated) + "\"}";
            return reply(path, 200, "{\"" + index + "\":{\"settings\":" + created + "}}");
        }
        if (path.endsWith("/_settings/index.analysis.analyzer.default_search*")) {
            return reply(
                    path,
                    200,
                    "{\"" + index + "\":{\"settings\":{" + (isSource ? searchDefaults : targetDefaults) + "}}}");
        }
        if (path.endsWith("/_alias")) {
            return maySeeAliases
                    ? reply(path, 200, "{\"" + index + "\":{\"aliases\":" + aliases + "}}")
                    : reply(path, 403, "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}");
        }
        if (path.endsWith("/_mapping")) {
            return reply(path, 200, "{\"" + index + "\":{\"mappings\":" + mappings + "}}");
        }
        if (path.endsWith("/_analyze")) {
            JsonNode asked = JSON.readTree(Objects.requireNonNull(call.body()).utf8());
            String field = asked.has("field")
                    ? asked.path("field").asString()
                    : asked.path("analyzer").asString(asked.path("normalizer").asString(""));
            int length = asked.path("text")
                    .valueStream()
                    .mapToInt(text -> text.asString().length())
                    .sum();
            if (length > mostAnalyzed) {
                return reply(path, 500, TOO_MANY_TOKENS);
            }
            return mayAnalyze
                    ? reply(path, 200, "{\"tokens\":[{\"token\":\"" + term(field, isSource) + "\",\"position\":0}]}")
                    : reply(path, 403, "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}");
        }
        if (isBusy && path.contains("/_termvectors/")) {
            return reply(path, 503, "{\"error\":{\"type\":\"no_shard_available_action_exception\"}}");
        }
        if (path.endsWith("/_mget") || path.endsWith("/_mtermvectors")) {
            JsonNode asked = JSON.readTree(Objects.requireNonNull(call.body()).utf8());
            String id = asked.path("docs").path(0).path("_id").asString();
            String one = !failingForEach.isEmpty() && path.endsWith(failingForEach)
                    ? "{\"_id\":\"" + id + "\",\"error\":{\"type\":\"no_shard_available_action_exception\"}}"
                    : one(id, path.endsWith("/_mget"), isSource);
            return reply(path, 200, "{\"docs\":[" + one + "]}");
        }
        String id = path.substring(path.lastIndexOf('/') + 1);
        if (id.startsWith("_")) {
            return reply(path, 400, "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"realtime\"}}");
        }
        String one = one(id, path.contains("/_doc/"), isSource);
        return reply(path, one.equals(NOT_FOUND) ? 404 : 200, one);
    }

    private String one(String id, boolean isGot, boolean isSource) {
        return all(isSource).stream()
                .filter(document -> document.id().equals(id))
                .findFirst()
                .map(document -> isGot ? got(document, isSource) : vectors(document, isSource))
                .orElse(NOT_FOUND);
    }

    private String got(Document document, boolean isSource) {
        ObjectNode source = (ObjectNode) document.body().deepCopy();
        if (!isSource) {
            source.remove(leftOutForClients);
        }
        return "{\"found\":true,\"_version\":%d,\"_source\":%s%s}"
                .formatted(
                        document.name().version(),
                        marked.equals("*") || document.id().equals(marked) ? "\uFEFF" : "",
                        source);
    }

    private String vectors(Document document, boolean isSource) {
        String terms = document.body().has("t")
                ? "\"t\":{\"terms\":{\"%s\":{\"tokens\":[{\"position\":0}]}}}".formatted(term("t", isSource))
                : "";
        return "{\"found\":true,\"_version\":%d,\"term_vectors\":{%s}}"
                .formatted(document.name().version(), terms);
    }

    private String term(String field, boolean isSource) {
        return isSource ? "term" : otherTerms.getOrDefault(field, "term");
    }

    private List<Document> all(boolean isSource) {
        List<Document> documents = new ArrayList<>();
        (isSource ? run.compared().source() : run.compared().target()).forEach(shard -> {
            try {
                documents.addAll(documents(shard.locate()));
            } catch (ElasticException | NotPrimaryException e) {
                throw new IllegalStateException(e);
            }
        });
        return documents;
    }

    private static Reply reply(String path, int status, String body) {
        return new Reply("memory", Call.get(path), status, Bytes.utf8(body));
    }
}
