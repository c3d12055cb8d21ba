package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticException;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the field `_size` says, which the plugin mapper-size writes into each document if the mapping says so.
///
/// @param documents that have it
/// @param beyond those of them that are larger than can be carried
/// @param largest of them, in bytes
/// @param largestId its id
public record SizeField(long documents, long beyond, long largest, String largestId) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String FIELD = "_size";
    private static final String BEYOND = "beyond";

    /// @param mapping its root object
    public static boolean isIn(JsonNode mapping) {
        return mapping.path(FIELD).path("enabled").asBoolean(false);
    }

    /// The search that asks for it.
    ///
    /// @param limit in bytes, what can be carried
    public static Bytes question(long limit) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", 1).put("_source", false).put("track_total_hits", true);
        body.putObject("query").putObject("exists").put("field", FIELD);
        body.putArray("sort").addObject().put(FIELD, "desc");
        body.putObject("aggs")
                .putObject(BEYOND)
                .putObject("filter")
                .putObject("range")
                .putObject(FIELD)
                .put("gt", limit);
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }

    /// @param answer to that search
    /// @throws ElasticException.Malformed if it does not say how many documents are how large
    public static SizeField of(JsonNode answer) throws ElasticException.Malformed {
        JsonNode first = answer.path("hits").path("hits").path(0);
        OptionalLong documents = AnswerValues.total(answer);
        OptionalLong beyond =
                AnswerValues.number(answer.path("aggregations").path(BEYOND).path("doc_count"));
        if (documents.isEmpty() || beyond.isEmpty()) {
            throw new ElasticException.Malformed("The search for _size does not say how many documents are how large");
        }
        return new SizeField(
                documents.getAsLong(),
                beyond.getAsLong(),
                first.path("sort").path(0).asLong(0),
                Printable.of(first.path("_id").asString("")));
    }
}
