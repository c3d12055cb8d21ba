package io.shardstream.control.source;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.refusal.RunRefusedException;
import tools.jackson.databind.JsonNode;

/// Asks an index for a document by its sequence number, whatever its settings say: an index without numbers
/// refuses the search (Elasticsearch 9.5 with `index.disable_sequence_numbers`), or gives -2 for each.
public final class NumberProbe {
    private static final String ANY = "{\"size\":1,\"_source\":false,\"seq_no_primary_term\":true,\"query\":{\"range\":"
            + "{\"_seq_no\":{\"gte\":0}}}}";

    private NumberProbe() {}

    /// @throws RunRefusedException if its documents have no sequence numbers to go by
    public static void require(ElasticCluster source, String index) throws ElasticException {
        Reply reply = source.send(OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(ANY))));
        if (reply.status() == 400) {
            throw new RunRefusedException("Source index '" + index + "' cannot be searched by sequence number, by which"
                    + " Shardstream reads (" + reply.errorReason() + "): it cannot be copied.");
        }
        JsonNode hit = OwnSearches.answer(reply).path("hits").path("hits").path(0);
        if (!hit.isMissingNode() && hit.path("_seq_no").asLong(-1) < 0) {
            throw new RunRefusedException("Source index '" + index + "' does not tell its documents' sequence numbers,"
                    + " by which Shardstream reads: it cannot be copied.");
        }
    }
}
