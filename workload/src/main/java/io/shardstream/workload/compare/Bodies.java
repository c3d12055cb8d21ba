package io.shardstream.workload.compare;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Gets the raw bodies of documents: many in one request, fewer where that answer is too large or is not
/// strict JSON, and at last a document alone. The number asked for at once follows the size of the bodies.
final class Bodies {
    private static final int WANTED_BYTES = 4 << 20;
    private static final int MOST_BYTES = 32 << 20;
    private static final int MOST_DOCUMENTS = 1000;

    private final CompareHttp http;
    private final String index;
    private final JsonMapper json = new JsonMapper();
    private int width = 32;

    Bodies(CompareHttp http, String index) {
        this.http = http;
        this.index = index;
    }

    /// Gives every document's body to `sink`, in the order of `hits`.
    ///
    /// @throws CompareException if a document is gone or is not in the state that `hits` says
    void forEach(List<ComparedHit> hits, BiConsumer<ComparedHit, ByteBuffer> sink) {
        for (int from = 0; from < hits.size(); ) {
            int to = Math.min(hits.size(), from + width);
            get(hits.subList(from, to), sink);
            from = to;
        }
    }

    private void get(List<ComparedHit> hits, BiConsumer<ComparedHit, ByteBuffer> sink) {
        Optional<List<Body>> bodies = together(hits);
        if (bodies.isPresent()) {
            hand(hits, bodies.get(), sink);
        } else if (hits.size() == 1) {
            sink.accept(hits.getFirst(), alone(hits.getFirst().id()));
        } else {
            int half = hits.size() / 2;
            get(hits.subList(0, half), sink);
            get(hits.subList(half, hits.size()), sink);
        }
    }

    private Optional<List<Body>> together(List<ComparedHit> hits) {
        int limit = hits.size() == 1 ? Integer.MAX_VALUE - 16 : MOST_BYTES;
        CompareHttp.Answer answer = http.send("POST", "/" + index + "/_mget", request(hits), limit);
        if (!answer.isGood()) {
            width = Math.max(1, hits.size() / 2);
            return Optional.empty();
        }
        width = nextWidth(hits.size(), answer.body().length);
        try {
            return Optional.of(BodyParser.parse(answer.body()));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private int nextWidth(int asked, int bytes) {
        long fitting = (long) asked * WANTED_BYTES / Math.max(1, bytes);
        return (int) Math.clamp(fitting, 1, Math.min(MOST_DOCUMENTS, 2L * Math.max(asked, width)));
    }

    private void hand(List<ComparedHit> hits, List<Body> bodies, BiConsumer<ComparedHit, ByteBuffer> sink) {
        if (bodies.size() != hits.size()) {
            throw changed();
        }
        for (int i = 0; i < hits.size(); i++) {
            ComparedHit hit = hits.get(i);
            Body body = bodies.get(i);
            if (!body.id().equals(hit.id()) || body.version() != hit.version() || body.seqNo() != hit.seqNo()) {
                throw changed();
            }
            sink.accept(hit, body.source());
        }
    }

    /// This request answers with the stored bytes and nothing else (`RestGetSourceAction`).
    private ByteBuffer alone(DocumentId id) {
        String path = "/" + index + "/_source/" + encoded(id.id());
        String routing = id.routing();
        return ByteBuffer.wrap(http.get(routing == null ? path : path + "?routing=" + encoded(routing)));
    }

    private String request(List<ComparedHit> hits) {
        ObjectNode request = json.createObjectNode();
        ArrayNode docs = request.putArray("docs");
        for (ComparedHit hit : hits) {
            ObjectNode doc = docs.addObject().put("_id", hit.id().id());
            String routing = hit.id().routing();
            if (routing != null) {
                doc.put("routing", routing);
            }
        }
        return json.writeValueAsString(request);
    }

    private CompareException changed() {
        return new CompareException(
                "Index '" + index + "' changed while it was compared: compare again when nobody writes to it.");
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace(".", "%2E")
                .replace("*", "%2A");
    }
}
