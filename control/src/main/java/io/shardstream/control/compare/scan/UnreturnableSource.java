package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;

/// The answer of a server that cannot write a stored document, because that does not begin as one.
/// Elasticsearch takes `/* c */{"a":1}` as a document, and then answers every search that would return it
/// with status 500 and this error type.
final class UnreturnableSource {
    private static final String TYPE = "not_x_content_exception";

    private UnreturnableSource() {}

    static boolean isNamedBy(Reply reply) {
        try {
            return reply.json().path("error").findValuesAsString("type").contains(TYPE);
        } catch (ElasticException.Malformed e) {
            return false;
        }
    }
}
