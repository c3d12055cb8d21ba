package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.state.finding.RunRefusedException;
import tools.jackson.databind.JsonNode;

/// Asks an index for the document with the lowest sequence number, whatever its settings say: an index
/// without numbers refuses the search (Elasticsearch 9.5 with `index.disable_sequence_numbers`), or gives -2
/// for each. A search for numbers in a range does not find a document that has none, as if it were not there;
/// in this order it comes first, so that one search of one moment tells of all that are visible.
public final class NumberProbe {
    private static final String LOWEST = "{\"size\":1,\"_source\":false,\"seq_no_primary_term\":true,\"query\":"
            + "{\"match_all\":{}},\"sort\":[{\"_seq_no\":{\"order\":\"asc\",\"missing\":\"_first\","
            // An index that was never written to, and has no mapping, does not know the field yet.
            + "\"unmapped_type\":\"long\"}}]}";

    private NumberProbe() {}

    /// @throws RunRefusedException if any of its documents has no sequence number to go by
    public static void require(ElasticCluster source, String index) throws ElasticException {
        Reply reply = source.send(OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(LOWEST)))
                .with("allow_partial_search_results", "false"));
        if (reply.status() == 400) {
            throw new RunRefusedException("Source index '" + index + "' cannot be searched by sequence number, by which"
                    + " Shardstream reads (" + reply.errorReason() + "): it cannot be copied.");
        }
        JsonNode hits = OwnSearches.answer(reply).path("hits").path("hits");
        if (!hits.isArray()) {
            throw new ElasticException.Malformed(reply.node() + " does not say which document of '" + index
                    + "' has the lowest sequence number: is it really Elasticsearch or OpenSearch?");
        }
        if (!hits.isEmpty() && hits.path(0).path("_seq_no").asLong(-1) < 0) {
            throw new RunRefusedException("Source index '" + index + "' has documents of which it does not tell a"
                    + " sequence number, by which Shardstream reads: it cannot be copied.");
        }
    }
}
