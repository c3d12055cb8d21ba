package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.shard.PointInTime;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads numbers and versions in the order of a shard's segments, through a point in time: for indices whose
/// numbers are not indexed, where every window would look at every document (Elasticsearch 9).
final class LiveSlice {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(2);
    private static final String NUMBERS_ONLY =
            "timed_out,_shards,hits.total,hits.hits._seq_no,hits.hits._version,hits.hits.sort";

    private final ShardSearch search;

    LiveSlice(ShardSearch search) {
        this.search = search;
    }

    void scan(long above, long upTo, LiveDocuments sink) throws ElasticException {
        PointInTime pit = open();
        try {
            JsonNode answer = page(pit, above, upTo, null);
            long total = search.totalOf(answer);
            long seen = 0;
            JsonNode behind = MissingNode.getInstance();
            while (seen < total) {
                JsonNode hits = answer.path("hits").path("hits");
                if (!hits.isArray() || hits.isEmpty()) {
                    throw new ElasticException.Malformed("A point in time of " + total + " documents brought " + seen);
                }
                for (JsonNode hit : hits) {
                    OptionalLong number = AnswerValues.number(hit.path("_seq_no"));
                    OptionalLong version = AnswerValues.number(hit.path("_version"));
                    if (number.isEmpty() || version.isEmpty()) {
                        throw search.unclear("a document has no number or no version");
                    }
                    sink.accept(number.getAsLong(), version.getAsLong());
                    seen++;
                }
                if (seen < total) {
                    JsonNode last = hits.path(hits.size() - 1).path("sort");
                    if (!last.isArray() || last.equals(behind)) {
                        throw search.unclear("a page does not say where it ends");
                    }
                    behind = last;
                    answer = page(pit, above, upTo, last);
                }
            }
        } finally {
            close(pit);
        }
    }

    private PointInTime open() throws ElasticException {
        return PointInTime.open(search::ask, search.index(), "_shards:" + search.shard() + "|_only_local", KEEP_ALIVE);
    }

    /// Only the first page is counted: to count means to look at the numbers of all documents.
    private JsonNode page(PointInTime pit, long above, long upTo, @Nullable JsonNode after) throws ElasticException {
        ObjectNode body = ShardSearch.numbersBody(search.maxHits()).put("stored_fields", "_none_");
        ShardSearch.addRange(ShardSearch.filtersOf(body), above, upTo);
        body.putArray("sort").add("_shard_doc");
        body.putObject("pit").put("id", pit.id()).put("keep_alive", pit.keepAlive());
        if (after != null) {
            body.put("track_total_hits", 1);
            body.set("search_after", after);
        }
        JsonNode answer = search.send(OwnSearches.of(Call.post("/_search", Bytes.of(MAPPER.writeValueAsBytes(body))))
                        .with("allow_partial_search_results", "false")
                        .with("filter_path", NUMBERS_ONLY)
                        .withMaxResponse(ShardSearch.NAMES_RESPONSE))
                .orThrow()
                .json();
        search.requireWholeShard(answer);
        return answer;
    }

    /// One that is not closed ends by itself.
    private void close(PointInTime pit) throws ElasticException {
        search.ask(Call.delete(
                "/_pit",
                Bytes.of(MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("id", pit.id())))));
    }
}
