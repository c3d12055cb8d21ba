package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Searches of one shard, on one node alone.
final class ShardSearch {
    /// Ids, numbers and versions of as many documents as one search may return.
    static final int NAMES_RESPONSE = 64 << 20;

    /// Some ten bytes each, and some hundred with id and routing.
    private static final int MOST_HITS = 50_000;

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String INDEX_OPTIONS = "index.seq_no.index_options";

    private final HttpShardCopy copy;
    private final ScanPace pace;
    private final String index;
    private final int shard;

    ShardSearch(HttpShardCopy copy, ScanPace pace, String index, int shard) {
        this.copy = copy;
        this.pace = pace;
        this.index = index;
        this.shard = shard;
    }

    /// Documents that one search is asked for at most: as many as the server gives, but no more than fit into
    /// an answer.
    int maxHits() {
        return Math.min(copy.maxResultWindow(), MOST_HITS);
    }

    /// Documents that one search may ask for by their numbers or ids, and bring.
    int maxNamed() {
        return Math.min(copy.maxTerms(), maxHits());
    }

    /// A body that asks for numbers and versions of the documents that pass a filter.
    ///
    /// @return the body, to be filled
    static ObjectNode numbersBody(int size) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", size);
        body.put("track_total_hits", true);
        body.put("seq_no_primary_term", true);
        body.put("version", true);
        body.putArray("sort").add("_doc");
        return body;
    }

    static ArrayNode filtersOf(ObjectNode body) {
        return body.putObject("query").putObject("bool").putArray("filter");
    }

    static void addRange(ArrayNode filters, long above, long upTo) {
        filters.addObject()
                .putObject("range")
                .putObject("_seq_no")
                .put("gt", above)
                .put("lte", upTo);
    }

    Call search(ObjectNode body) {
        return OwnSearches.of(
                        Call.post("/" + Call.encoded(index) + "/_search", Bytes.of(MAPPER.writeValueAsBytes(body))))
                .with("preference", "_shards:" + shard + "|_only_local")
                .with("allow_partial_search_results", "false");
    }

    /// What a document takes on the copy's disk, on the average; 0 if that is not known.
    long storedBytes() throws ElasticException {
        return copy.storedBytes();
    }

    /// Numbers of documents that are drawn from all those in the range with the same chance, however the
    /// numbers lie. The node looks at the number of each of them (`random_score` over doc values).
    ///
    /// @param count how many, or all if there are fewer
    List<Long> drawn(long above, long upTo, int count, long seed) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", Math.min(count, maxHits()));
        body.put("track_total_hits", true);
        body.put("seq_no_primary_term", true);
        body.put("stored_fields", "_none_");
        ObjectNode score = body.putObject("query").putObject("function_score");
        addRange(filtersOf(score), above, upTo);
        score.putObject("random_score").put("seed", seed).put("field", "_seq_no");
        score.put("boost_mode", "replace");
        JsonNode answer = send(search(body)
                        .with("filter_path", "timed_out,_shards,hits.total,hits.hits._seq_no")
                        .withMaxResponse(NAMES_RESPONSE))
                .orThrow()
                .json();
        requireWholeShard(answer);
        List<Long> numbers = new ArrayList<>();
        JsonNode hits = answer.path("hits").path("hits");
        // A list that is empty is left out.
        long found = hits.isArray() || hits.isMissingNode() ? hits.size() : -1;
        if (found != Math.min(totalOf(answer), body.path("size").asInt())) {
            throw unclear("it has not as many documents as it found");
        }
        for (JsonNode hit : hits) {
            numbers.add(AnswerValues.number(hit.path("_seq_no"))
                    .orElseThrow(() -> unclear("a document that was drawn has no number")));
        }
        return numbers;
    }

    /// Asks for what costs the node little, at once.
    Reply ask(Call call) throws ElasticException {
        return copy.node().send(call);
    }

    /// Makes a search, in its turn.
    Reply send(Call call) throws ElasticException {
        return pace.send(copy.place().node(), call.maxResponseBytes(), () -> ask(call));
    }

    /// The page, if the whole shard says it and nothing is missing in it.
    ///
    /// @param hits documents that it brought
    /// @return whether it holds every document that the search found
    /// @throws ElasticException.Malformed if it is not what the whole shard says
    boolean isComplete(Page page, long hits) throws ElasticException.Malformed {
        if (!page.isWholeShard() || !page.exact() || hits > page.total()) {
            throw notWhole();
        }
        return hits == page.total();
    }

    ElasticException.Malformed unclear(@Nullable String why) {
        return new ElasticException.Malformed(
                "The answer of " + copy.where() + " about " + what() + " cannot be read: " + why);
    }

    long count(long above, long upTo) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode().put("size", 0).put("track_total_hits", true);
        addRange(filtersOf(body), above, upTo);
        JsonNode answer = send(search(body)).orThrow().json();
        requireWholeShard(answer);
        return totalOf(answer);
    }

    /// How many documents a search has found, counted to the last.
    long totalOf(JsonNode answer) throws ElasticException.Malformed {
        JsonNode total = answer.path("hits").path("total");
        OptionalLong value = AnswerValues.number(total.path("value"));
        if (!total.path("relation").asString("").equals("eq") || value.isEmpty()) {
            throw notWhole();
        }
        return value.getAsLong();
    }

    /// Whether numbers can be searched for; else they can only be looked at one by one
    /// (`index.seq_no.index_options: doc_values_only`, Elasticsearch 9).
    boolean hasNumbersWithPoints() throws ElasticException {
        JsonNode answer = ask(Call.get("/" + Call.encoded(index) + "/_settings/" + INDEX_OPTIONS)
                        .with("flat_settings", "true")
                        .with("include_defaults", "true"))
                .orThrow()
                .json()
                .path(index);
        if (!answer.has("settings") && !answer.has("defaults")) {
            throw new ElasticException.Malformed(
                    copy.where() + " does not say how numbers of " + index + " are indexed");
        }
        String inDefaults = answer.path("defaults").path(INDEX_OPTIONS).asString("");
        String options = answer.path("settings").path(INDEX_OPTIONS).asString(inDefaults);
        // As a default it is told in capital letters.
        return !options.equalsIgnoreCase("doc_values_only");
    }

    void requireWholeShard(JsonNode answer) throws ElasticException.Malformed {
        JsonNode shards = answer.path("_shards");
        boolean whole = shards.path("total").asLong(0) == 1
                && shards.path("successful").asLong(0) == 1
                && shards.path("failed").asLong(1) == 0
                && !answer.path("timed_out").asBoolean(true);
        if (!whole) {
            throw notWhole();
        }
    }

    private ElasticException.Malformed notWhole() {
        return new ElasticException.Malformed(
                "The search of " + what() + " on " + copy.where() + " was not answered by the whole shard");
    }

    String index() {
        return index;
    }

    int shard() {
        return shard;
    }

    private String what() {
        return index + "[" + shard + "]";
    }
}
