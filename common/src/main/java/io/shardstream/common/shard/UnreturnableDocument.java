package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.List;
import java.util.regex.Pattern;

/// The answer of a server that cannot show a document which it holds, and will fail at it every time. A search
/// for the same documents without their sources is answered. Two such documents are known:
///
/// - `/* c */{"a":1}`: Elasticsearch takes it, and answers every search that would return it with status 500
///   and `not_x_content_exception`.
/// - a document that was sent as YAML with `.nan` or `.inf`: Elasticsearch 7.17.29 answers with status 400 and
///   `json_parse_exception`.
///
/// Servers name an exception by its class (`ElasticsearchException.getExceptionName`), so that other failures of
/// the parsers and writers of documents are known by their classes in Jackson and `x-content`.
public final class UnreturnableDocument {
    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;
    private static final Pattern TYPE = Pattern.compile("(not_x_content|x_content_parse|x_content_e_o_f|parse"
            + "|(json|stream|cbor|smile|yaml)_\\w+|marked_y_a_m_l|input_coercion|char_conversion|malformed_input)"
            + "_exception");

    /// What a server does not understand of a search is no document's fault (`ParsingException`).
    private static final String OF_REQUEST = "parsing_exception";

    private UnreturnableDocument() {}

    /// Anywhere among the types: the outer one is that of the failed search, and the causes lie within.
    public static boolean isNamedBy(Reply reply) {
        if (reply.status() != SERVER_ERROR && reply.status() != BAD_REQUEST) {
            return false;
        }
        try {
            List<String> types = reply.json().path("error").findValuesAsString("type");
            return !types.contains(OF_REQUEST)
                    && types.stream().anyMatch(type -> TYPE.matcher(type).matches());
        } catch (ElasticException.Malformed e) {
            return false;
        }
    }
}
