package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.compare.scan.DocumentName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// How one document is asked for by its id, as of the last refresh.
///
/// An id that begins with an underscore stands in the body, since Elasticsearch 7 and OpenSearch 1 take
/// `/index/_doc/_search` for a search (a path with a type), and so do they with other operations.
///
/// @param index that has it
/// @param name of the document
record OneDocument(String index, DocumentName name) {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// As clients get it.
    Call get() {
        return isPath() ? routed(Call.get(path("_doc"))) : inBody("_mget", MAPPER.createObjectNode());
    }

    /// The terms of its fields.
    ///
    /// @param wanted of them, as `_termvectors` takes it
    Call termVectors(ObjectNode wanted) {
        return isPath()
                ? routed(Call.post(path("_termvectors"), Bytes.of(MAPPER.writeValueAsBytes(wanted))))
                : inBody("_mtermvectors", wanted);
    }

    /// What is said of it in an answer.
    ///
    /// @param reply with status 2xx, which an answer for several documents has also where it failed for each
    /// @param answer the reply's body
    /// @throws ElasticException.Refused if the server could not say it, as if it had been asked for this one
    ///     alone
    JsonNode in(Reply reply, JsonNode answer) throws ElasticException.Refused {
        if (isPath()) {
            return answer;
        }
        JsonNode said = answer.path("docs").path(0);
        if (said.has("error")) {
            int status = statusOf(said.path("error").path("type").asString(""));
            new Reply(reply.node(), reply.call(), status, Bytes.of(MAPPER.writeValueAsBytes(said))).orThrow();
        }
        return said;
    }

    /// The answer does not say it (`MultiGetResponse` and `MultiTermVectorsResponse` of both servers).
    private static int statusOf(String type) {
        return switch (type) {
            case "illegal_argument_exception" -> 400;
            case "security_exception" -> 403;
            case "index_not_found_exception" -> 404;
            case "circuit_breaking_exception", "es_rejected_execution_exception", "rejected_execution_exception" -> 429;
            default -> 500;
        };
    }

    private boolean isPath() {
        return !id().startsWith("_");
    }

    private String id() {
        return name.id().utf8();
    }

    private String path(String operation) {
        return "/" + Call.encoded(index) + "/" + operation + "/" + Call.encoded(id());
    }

    private Call routed(Call call) {
        Bytes routing = name.routing();
        Call asked = call.with("realtime", "false");
        return routing == null ? asked : asked.with("routing", routing.utf8());
    }

    private Call inBody(String operation, ObjectNode wanted) {
        ObjectNode document = wanted.deepCopy().put("_id", id());
        Bytes routing = name.routing();
        if (routing != null) {
            document.put("routing", routing.utf8());
        }
        ObjectNode body = MAPPER.createObjectNode();
        body.putArray("docs").add(document);
        return Call.post("/" + Call.encoded(index) + "/" + operation, Bytes.of(MAPPER.writeValueAsBytes(body)))
                .with("realtime", "false");
    }
}
