package io.shardstream.control.scan;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads numbers and versions of a whole shard in the order of its segments, through a point in time: for
/// indices whose numbers are not indexed, where every window would look at every document (Elasticsearch 9).
final class LiveSlice {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String KEEP_ALIVE = "2m";
    private static final String NUMBERS_ONLY =
            "pit_id,timed_out,_shards,hits.total,hits.hits._seq_no,hits.hits._version,hits.hits.sort";

    private final ShardSearch search;

    LiveSlice(ShardSearch search) {
        this.search = search;
    }

    void scan(long above, long upTo, LiveDocuments sink) throws ElasticException {
        String pit = open();
        try {
            JsonNode after = null;
            long seen = 0;
            while (true) {
                JsonNode answer = search.send(page(pit, after)).orThrow().json();
                search.requireWholeShard(answer);
                JsonNode hits = answer.path("hits").path("hits");
                seen += hits.size();
                for (JsonNode hit : hits) {
                    long seqNo = hit.path("_seq_no").asLong(-1);
                    if (seqNo > above && seqNo <= upTo) {
                        sink.accept(seqNo, hit.path("_version").asLong());
                    }
                    after = hit.path("sort");
                }
                if (hits.isEmpty()) {
                    requireAll(
                            seen,
                            answer.path("hits").path("total").path("value").asLong(-1));
                    return;
                }
            }
        } finally {
            close(pit);
        }
    }

    private static void requireAll(long seen, long total) throws ElasticException.Malformed {
        if (seen != total) {
            throw new ElasticException.Malformed("A point in time of " + total + " documents brought " + seen);
        }
    }

    private String open() throws ElasticException {
        return search.send(Call.post("/" + Call.encoded(search.index()) + "/_pit", Bytes.EMPTY)
                        .with("keep_alive", KEEP_ALIVE)
                        .with("preference", "_shards:" + search.shard() + "|_only_local"))
                .orThrow()
                .json()
                .path("id")
                .asString("");
    }

    private Call page(String pit, @Nullable JsonNode after) {
        ObjectNode body = ShardSearch.numbersBody(search.maxResultWindow()).put("stored_fields", "_none_");
        body.putArray("sort").add("_shard_doc");
        body.putObject("pit").put("id", pit).put("keep_alive", KEEP_ALIVE);
        if (after != null) {
            body.set("search_after", after);
        }
        return Call.post("/_search", Bytes.of(MAPPER.writeValueAsBytes(body)))
                .with("allow_partial_search_results", "false")
                .with("filter_path", NUMBERS_ONLY)
                .withMaxResponse(ShardSearch.NAMES_RESPONSE);
    }

    /// One that is not closed ends by itself.
    private void close(String pit) throws ElasticException {
        search.send(new Call(
                "DELETE",
                "/_pit",
                Map.of(),
                Bytes.of(MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("id", pit))),
                "application/json",
                Call.SMALL_RESPONSE));
    }
}
