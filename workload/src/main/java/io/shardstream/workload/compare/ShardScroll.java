package io.shardstream.workload.compare;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.OwnSearches;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// All documents of one shard, page by page and without bodies, from one scroll context.
final class ShardScroll implements AutoCloseable {
    private static final int PAGE = 1000;
    private static final String FIRST = """
            {"size":%d,"sort":["_doc"],"_source":false,"version":true,"seq_no_primary_term":true,"track_total_hits":true}""".formatted(PAGE);

    /// OpenSearch 2.9 and later: no default pipeline of the index filters what is found.
    private static final String NO_PIPELINE = "search_pipeline=_none";

    private final CompareHttp http;
    private final String where;
    private final JsonMapper json = new JsonMapper();
    private String scroll;
    private final long total;
    private long given;
    private List<ComparedHit> page;

    ShardScroll(CompareHttp http, String index, int shard) {
        this.http = http;
        this.where = "Shard " + shard + " of " + index;
        JsonNode answer = http.ask(
                "POST",
                "/" + index + "/_search?scroll=10m&preference=_shards:" + shard + "&stats=" + OwnSearches.GROUP,
                NO_PIPELINE,
                FIRST);
        this.total = AnswerValues.number(answer.at("/hits/total/value"))
                .orElseThrow(
                        () -> new CompareException(where + " does not say how many documents it has: compare again."));
        this.scroll = answer.path("_scroll_id").asString("");
        this.page = accept(answer);
    }

    /// The next page; empty at the end.
    ///
    /// @throws CompareException if the pages held another number of documents than the server counted
    List<ComparedHit> next() {
        List<ComparedHit> current = page;
        given += current.size();
        if (current.isEmpty()) {
            if (given != total) {
                throw new CompareException(
                        where + " counted " + total + " documents but gave " + given + ": compare again.");
            }
            return current;
        }
        String request = json.createObjectNode()
                .put("scroll", "10m")
                .put("scroll_id", scroll)
                .toString();
        JsonNode answer = http.ask("POST", "/_search/scroll", request);
        scroll = answer.path("_scroll_id").asString("");
        page = accept(answer);
        return current;
    }

    private List<ComparedHit> accept(JsonNode answer) {
        JsonNode shards = answer.path("_shards");
        if (answer.path("timed_out").asBoolean(true)
                || shards.path("total").asInt(0) != 1
                || shards.path("successful").asInt(0) != 1) {
            throw new CompareException(where
                    + " did not answer a search in full: compare again when the index is green. It said: " + shards);
        }
        List<ComparedHit> hits = new ArrayList<>();
        for (JsonNode hit : answer.at("/hits/hits")) {
            JsonNode routing = hit.path("_routing");
            OptionalLong version = AnswerValues.number(hit.path("_version"));
            OptionalLong number = AnswerValues.number(hit.path("_seq_no"));
            if (!hit.path("_id").isString() || version.isEmpty() || number.isEmpty()) {
                throw new CompareException(where + " has a document without its id, version or number: compare again.");
            }
            DocumentId id =
                    new DocumentId(hit.path("_id").stringValue(), routing.isString() ? routing.stringValue() : null);
            hits.add(new ComparedHit(id, version.getAsLong(), number.getAsLong()));
        }
        return hits;
    }

    @Override
    public void close() {
        http.send(
                "DELETE",
                "/_search/scroll",
                json.createObjectNode().put("scroll_id", scroll).toString(),
                1000);
    }
}
