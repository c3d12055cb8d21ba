package io.shardstream.reader.source;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.page.Hit;
import io.shardstream.common.page.Page;
import io.shardstream.common.primary.ServerVersion;
import io.shardstream.reader.window.Window;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The searches for what lies in a window, of one shard and on one node alone. `filter_path` is not
/// used: it would have the server write the documents anew.
final class WindowSearch {
    /// Error type of a server that cannot write a stored document, because that does not begin as one.
    static final String UNRETURNABLE = "not_x_content_exception";

    private static final JsonMapper MAPPER = new JsonMapper();

    /// A shrunk index may hold several documents under one number.
    private static final int ROOM_FOR_EQUAL_NUMBERS = 64;

    private static final int SERVER_ERROR = 500;

    private final ElasticNode node;
    private final String index;
    private final int shard;
    private final int maxResultWindow;
    private final boolean leavesOutVectors;

    WindowSearch(ElasticNode node, ServerVersion version, String index, int shard, int maxResultWindow) {
        this.node = node;
        this.index = index;
        this.shard = shard;
        this.maxResultWindow = maxResultWindow;
        this.leavesOutVectors = version.leavesOutVectors();
    }

    /// @param heldBytes memory that the body takes
    record Response(Bytes body, long heldBytes) {}

    int maxResultWindow() {
        return maxResultWindow;
    }

    /// `index[shard]`, for sentences.
    String what() {
        return index + "[" + shard + "]";
    }

    /// All documents with their sources.
    Response documents(Window window, int maxBytes) throws ElasticException, UnreturnableSourceException {
        return sendForSources(body(window), maxBytes);
    }

    /// Id, routing and number of all documents.
    Response names(Window window, int maxBytes) throws ElasticException {
        return response(send(body(window).put("_source", false), maxBytes));
    }

    /// One document with its source.
    Response document(Window window, Hit name, int maxBytes) throws ElasticException, UnreturnableSourceException {
        ObjectNode body = body(window);
        ArrayNode filters = (ArrayNode) body.path("query").path("bool").path("filter");
        filters.addObject().putObject("ids").putArray("values").add(name.id().utf8());
        Bytes routing = name.routing();
        if (routing != null) {
            filters.addObject().putObject("term").put("_routing", routing.utf8());
        }
        return sendForSources(body, maxBytes);
    }

    /// The page, if it is what one whole shard says about this window.
    Page accept(Window window, Page page) throws ElasticException {
        if (!page.isWholeShard()) {
            throw new ElasticException.Malformed(
                    "The search of " + what() + " on " + node + " was not answered by the whole shard");
        }
        for (Hit hit : page.hits()) {
            if (!window.contains(hit.seqNo())) {
                throw new ElasticException.Malformed("The search of " + what() + " on " + node + " for " + window
                        + " brought the number " + hit.seqNo());
            }
        }
        return page;
    }

    /// The same for a page of documents, each of which must have a source.
    Page acceptDocuments(Window window, Page page) throws ElasticException {
        for (Hit hit : page.hits()) {
            if (hit.source() == null) {
                throw new BlockedException("The document " + hit.id().utf8() + " of the source index " + index
                        + " has no _source: an index whose _source is disabled cannot be copied.");
            }
        }
        return accept(window, page);
    }

    private ObjectNode body(Window window) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", (int) Math.min(maxResultWindow, window.span() + ROOM_FOR_EQUAL_NUMBERS));
        body.put("track_total_hits", true);
        body.put("seq_no_primary_term", true);
        body.putObject("query")
                .putObject("bool")
                .putArray("filter")
                .addObject()
                .putObject("range")
                .putObject("_seq_no")
                .put("gt", window.above())
                .put("lte", window.upTo());
        return body;
    }

    private Response sendForSources(ObjectNode body, int maxBytes)
            throws ElasticException, UnreturnableSourceException {
        if (leavesOutVectors) {
            body.putObject("_source").put("exclude_vectors", false);
        }
        Reply reply = send(body, maxBytes);
        if (reply.status() == SERVER_ERROR && namesUnreturnable(reply)) {
            throw new UnreturnableSourceException("The search of " + what() + " on " + node + " fails at a document");
        }
        return response(reply);
    }

    /// Anywhere among the types: the outer one is that of the failed search, and the causes lie within.
    private static boolean namesUnreturnable(Reply reply) {
        try {
            return reply.json().path("error").findValuesAsString("type").contains(UNRETURNABLE);
        } catch (ElasticException.Malformed e) {
            return false;
        }
    }

    private Reply send(ObjectNode body, int maxBytes) throws ElasticException {
        return node.send(Call.post("/" + Call.encoded(index) + "/_search", Bytes.of(MAPPER.writeValueAsBytes(body)))
                .with("preference", "_shards:" + shard + "|_only_local")
                .with("allow_partial_search_results", "false")
                .withMaxResponse(maxBytes));
    }

    private static Response response(Reply reply) throws ElasticException {
        Bytes answer = reply.orThrow().body();
        return new Response(answer, answer.array().length);
    }
}
