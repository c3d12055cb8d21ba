package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.DocumentJson;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// What a node answered.
///
/// @param node the node that answered, as `http://host:port`
/// @param call the request, for sentences
/// @param status HTTP status
/// @param body the answer's bytes, empty where there are none
public record Reply(String node, Call call, int status, Bytes body) {
    private static final JsonMapper DOCUMENTS =
            JsonMapper.builder(DocumentJson.FACTORY).build();

    /// How deep an answer may be that holds no document. What is deeper than 500 levels cannot be written
    /// again by the library, and what is much deeper not be walked through on the stack of a thread.
    private static final int LEVELS = 500;

    /// Of a number. Long ones take the library seconds each, and no number of a server has more than 20.
    private static final int DIGITS = 1_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(DocumentJson.FACTORY
                    .rebuild()
                    .streamReadConstraints(DocumentJson.FACTORY
                            .streamReadConstraints()
                            .rebuild()
                            .maxNestingDepth(LEVELS)
                            .maxNumberLength(DIGITS)
                            .build())
                    .build())
            .build();
    private static final Pattern NEW_LINES = Pattern.compile("\\s+");
    private static final int LONGEST_REASON = 500;

    /// What a failed search is called, whatever it failed for; of that only the causes within tell
    /// (`SearchPhaseExecutionException` of Elasticsearch and OpenSearch: "all shards failed").
    private static final String FAILED_SEARCH = "search_phase_execution_exception";

    public boolean isOk() {
        return status >= 200 && status < 300;
    }

    /// This reply, if its status is 2xx.
    ///
    /// @throws ElasticException.Refused otherwise, with the server's type and reason
    public Reply orThrow() throws ElasticException.Refused {
        if (isOk()) {
            return this;
        }
        throw new ElasticException.Refused(this, errorType(), errorReason());
    }

    /// The body as a tree; not for answers that hold documents.
    ///
    /// @throws ElasticException.Malformed if it is not JSON, or has 500 levels or numbers of 1,000 digits,
    ///     which no answer without documents has
    public JsonNode json() throws ElasticException.Malformed {
        return json(MAPPER);
    }

    /// The same for an answer that holds a document, of which there may be 10,000 levels: too many to be
    /// compared, copied or searched by methods that call themselves.
    ///
    /// @throws ElasticException.Malformed if it is not JSON
    public JsonNode document() throws ElasticException.Malformed {
        return json(DOCUMENTS);
    }

    private JsonNode json(JsonMapper mapper) throws ElasticException.Malformed {
        try {
            return mapper.readTree(body.array(), body.offset(), body.length());
        } catch (StreamConstraintsException e) {
            throw new ElasticException.Malformed(node + " answered " + call + " with status " + status
                    + " and more levels of JSON, or longer numbers, than any answer of a server has: is it really"
                    + " Elasticsearch or OpenSearch?");
        } catch (JacksonException e) {
            throw new ElasticException.Malformed(node + " answered " + call + " with status " + status
                    + " and something that is not JSON: is it really Elasticsearch or OpenSearch?");
        }
    }

    /// Whether a node says that nothing has the name that it was asked for. What stands between may answer
    /// 404, too, with a page of its own.
    public boolean isOfNoIndex() {
        return status == 404 && errorType().equals("index_not_found_exception");
    }

    /// `error.type` as Elasticsearch and OpenSearch name it, empty where the answer has none; of a failed
    /// search that of its root cause.
    public String errorType() {
        return ErrorText.kept(cause().path("type").asString(""));
    }

    /// The beginning of `error.reason`, or of what else the answer says, on one line; of a failed search that
    /// of its root cause.
    public String errorReason() {
        JsonNode error = cause();
        String reason = error.isString()
                ? error.stringValue()
                : error.path("reason").asString(body.length() > LONGEST_REASON ? "" : body.utf8());
        return NEW_LINES.matcher(ErrorText.kept(reason)).replaceAll(" ").strip();
    }

    /// The root cause is that of the first shard that failed; what fails when the answers are put together
    /// has one of its own (`caused_by`).
    private JsonNode cause() {
        JsonNode error = error();
        if (!error.path("type").asString("").equals(FAILED_SEARCH)) {
            return error;
        }
        for (JsonNode inner : List.of(error.path("root_cause").path(0), error.path("caused_by"))) {
            String type = inner.path("type").asString("");
            if (!type.isEmpty() && !type.equals(FAILED_SEARCH)) {
                return inner;
            }
        }
        return error;
    }

    private JsonNode error() {
        try {
            return json().path("error");
        } catch (ElasticException.Malformed e) {
            return MissingNode.getInstance();
        }
    }

    @Override
    public String toString() {
        return node + " answered " + call + " with " + status;
    }
}
