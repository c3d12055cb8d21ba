package io.shardstream.control.source;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.version.VersionMode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// Whether an index's own versions can do what the version word does.
///
/// Elasticsearch counts the versions of a document from 1 with each change, and each change takes a sequence
/// number of the shard; so a version above all numbers plus one was given by an application. A version that
/// Elasticsearch counted itself begins at 1 again after a delete, and a copy would keep the older state.
public final class VersionProof {
    private static final String HIGHEST = "{\"size\":0,\"aggs\":{\"highest\":{\"max\":{\"field\":\"_version\"}}}}";

    private VersionProof() {}

    /// Asks the source as far as the mode needs it.
    ///
    /// @throws RunRefusedException if the mode would not be safe
    public static void require(VersionMode mode, ElasticCluster source, IndexDescription index)
            throws ElasticException {
        if (mode == VersionMode.SEQNO) {
            return;
        }
        List<Long> highestNumbers = GlobalCheckpoints.readHighest(source, index.name(), index.shards());
        for (int shard = 0; shard < index.shards(); shard++) {
            require(mode, index.name(), shard, highestVersion(source, index.name(), shard), highestNumbers.get(shard));
        }
    }

    /// @param highest `_version` of the shard's live documents, empty if there are none
    /// @param maxSeqNo highest sequence number of the shard
    static void require(VersionMode mode, String index, int shard, OptionalLong highest, long maxSeqNo) {
        boolean isProved = switch (mode) {
            case SEQNO -> true;
            case SOURCE -> highest.isEmpty() || highest.getAsLong() > maxSeqNo + 1;
            case CREATE -> highest.isEmpty() || highest.getAsLong() <= 1;
        };
        if (!isProved) {
            throw new RunRefusedException(
                    switch (mode) {
                        case SEQNO, SOURCE ->
                            ("Shard %d of source index '%s' does not show that an application gives its versions: the"
                                            + " highest is %d, and Elasticsearch itself may have counted that far with"
                                            + " %d changes. Use version.mode: seqno.")
                                    .formatted(shard, index, highest.orElse(0), maxSeqNo + 1);
                        case CREATE ->
                            ("Shard %d of source index '%s' has documents that were changed, up to version %d: with"
                                            + " version.mode: create the target would keep their first state. Use"
                                            + " version.mode: seqno.")
                                    .formatted(shard, index, highest.orElse(0));
                    });
        }
    }

    private static OptionalLong highestVersion(ElasticCluster source, String index, int shard) throws ElasticException {
        Reply reply = source.send(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(HIGHEST))
                .with("preference", "_shards:" + shard)
                .with("allow_partial_search_results", "false"));
        if (reply.status() == 400) {
            throw new RunRefusedException("The source cannot tell the highest version of its documents, as OpenSearch"
                    + " cannot: version.mode: source and create cannot be proved safe there. Use version.mode: seqno.");
        }
        JsonNode answer = reply.orThrow().json();
        if (answer.path("_shards").path("successful").asInt(0) != 1) {
            throw new RunRefusedException("Shard " + shard + " of source index '" + index
                    + "' does not answer: wait until the index is at least yellow.");
        }
        JsonNode value = answer.path("aggregations").path("highest").path("value");
        return value.isNumber() ? OptionalLong.of((long) value.asDouble()) : OptionalLong.empty();
    }
}
