package io.shardstream.reader.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.UnreturnableDocument;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Searches for documents of one shard, on one node alone. `filter_path` is not used: it would have the
/// server write the documents anew.
final class DocumentSearch {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// An answer is taken to be up to a tenth longer than the last one.
    private static final double ROOM = 1.1;

    private static final int LEAST_ROOM = 8 << 10;

    private final ElasticNode node;
    private final String index;
    private final int shard;
    private final boolean leavesOutVectors;
    private final boolean versions;

    /// Bytes of the last answer for each document that was asked for.
    private volatile double density;

    /// @param versions whether documents are wanted with their `_version`
    DocumentSearch(HttpShardCopy copy, String index, int shard, boolean versions) {
        this.node = copy.node();
        this.index = index;
        this.shard = shard;
        this.versions = versions;
        this.leavesOutVectors = copy.version().leavesOutVectors();
    }

    /// @param heldBytes memory that the body takes
    record Response(Bytes body, long heldBytes) {}

    /// `index[shard]`, for sentences.
    String what() {
        return index + "[" + shard + "]";
    }

    ElasticNode node() {
        return node;
    }

    String index() {
        return index;
    }

    /// What keeps a request on this copy.
    String preference() {
        return "_shards:" + shard + "|_only_local";
    }

    /// A search for documents that have one of these numbers.
    ObjectNode body(int size, List<Long> numbers) {
        ObjectNode body = body(size);
        ArrayNode terms = filtersOf(body).addObject().putObject("terms").putArray("_seq_no");
        numbers.forEach(terms::add);
        return body;
    }

    private ObjectNode body(int size) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", size);
        body.put("track_total_hits", true);
        body.put("seq_no_primary_term", true);
        if (versions) {
            body.put("version", true);
        }
        return body;
    }

    /// A search for documents whose number lies in the range.
    ObjectNode body(int size, long above, long upTo) {
        ObjectNode body = body(size);
        filtersOf(body)
                .addObject()
                .putObject("range")
                .putObject("_seq_no")
                .put("gt", above)
                .put("lte", upTo);
        return body;
    }

    static ArrayNode filtersOf(ObjectNode body) {
        return body.withObject("query").withObject("bool").withArray("filter");
    }

    static Bytes bytesOf(ObjectNode body) {
        return Bytes.of(MAPPER.writeValueAsBytes(body));
    }

    /// Id, routing, number and version of the documents.
    Response names(ObjectNode body, int maxBytes) throws ElasticException {
        return response(send(body.put("_source", false), maxBytes, 0));
    }

    /// The same with their sources.
    Response documents(ObjectNode body, int maxBytes) throws ElasticException, UnreturnableSourceException {
        if (leavesOutVectors) {
            body.putObject("_source").put("exclude_vectors", false);
        }
        int size = body.path("size").asInt();
        Reply reply = send(body, maxBytes, (int) Math.min(maxBytes, size * density * ROOM));
        if (UnreturnableDocument.isNamedBy(reply)) {
            throw new UnreturnableSourceException("The search of " + what() + " on " + node + " fails at a document");
        }
        Response response = response(reply);
        density = (double) response.body().length() / size;
        return response;
    }

    /// The page, if it is what one whole shard says and every document has a source.
    Page acceptDocuments(Page page) throws ElasticException {
        for (Hit hit : page.hits()) {
            if (hit.source() == null) {
                throw new BlockedException("The document " + hit.id().utf8() + " of the source index " + index
                        + " has no _source: an index whose _source is disabled cannot be copied.");
            }
        }
        return accept(page);
    }

    /// The page, if it is what one whole shard says and every document has a version where one was asked for.
    Page accept(Page page) throws ElasticException {
        if (versions && page.hits().stream().anyMatch(hit -> hit.version() == Hit.NO_VERSION)) {
            throw new ElasticException.Malformed(
                    "The search of " + what() + " on " + node + " brought a document without its _version");
        }
        if (!page.isWholeShard()) {
            throw new ElasticException.Malformed(
                    "The search of " + what() + " on " + node + " was not answered by the whole shard");
        }
        return page;
    }

    /// A point in time knows its shard, and a search of one must name none.
    private Reply send(ObjectNode body, int maxBytes, int likelyBytes) throws ElasticException {
        Bytes bytes = bytesOf(body);
        Call search = body.has("pit")
                ? Call.post("/_search", bytes)
                : Call.post("/" + Call.encoded(index) + "/_search", bytes).with("preference", preference());
        return node.send(OwnSearches.of(search)
                .with("allow_partial_search_results", "false")
                .withMaxResponse(maxBytes)
                .withLikelyResponse(Math.max(LEAST_ROOM, likelyBytes)));
    }

    private static Response response(Reply reply) throws ElasticException {
        Bytes answer = reply.orThrow().body();
        return new Response(answer, answer.array().length);
    }
}
