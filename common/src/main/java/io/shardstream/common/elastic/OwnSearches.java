package io.shardstream.common.elastic;

import tools.jackson.databind.JsonNode;

/// The searches that a run makes itself, told from those of production: servers count searches of a group apart, for
/// whoever asks for that group (`stats` of `_search`, `groups` of `_nodes/stats`).
public final class OwnSearches {
    public static final String GROUP = "shardstream";

    /// No time after which the server ends the search by itself and answers with what it has until then,
    /// whatever the cluster sets for searches that say none (`search.default_search_timeout`,
    /// `SearchService.NO_TIMEOUT`). One whose caller has gone is cancelled (`RestCancellableNodeClient`).
    private static final String NO_TIMEOUT = "-1";

    private OwnSearches() {}

    /// The search as one of the run's own, which is answered in full or not at all, and with what was asked
    /// for: no default pipeline of an index filters or rewrites it.
    public static Call of(Call search) {
        return NoPipeline.of(asGiven(search).with("timeout", NO_TIMEOUT));
    }

    /// A search of somebody else's that the run makes: counted as its own, and answered as theirs would be.
    public static Call asGiven(Call search) {
        return search.with("stats", GROUP);
    }

    /// The answer to a search.
    ///
    /// @throws ElasticException.Malformed if the server has ended the search before it was through, or does not say
    public static JsonNode answer(Reply reply) throws ElasticException {
        JsonNode answer = reply.orThrow().json();
        if (!answer.path("timed_out").isBoolean()) {
            throw new ElasticException.Malformed(reply.node() + " does not say whether the search " + reply.call()
                    + " went through (timed_out): is it really Elasticsearch or OpenSearch?");
        }
        if (answer.path("timed_out").booleanValue()) {
            throw new ElasticException.Malformed(reply.node() + " ended the search " + reply.call()
                    + " before it was through (timed_out): is search.default_search_timeout very short?");
        }
        return answer;
    }
}
