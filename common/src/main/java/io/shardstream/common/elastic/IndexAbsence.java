package io.shardstream.common.elastic;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Tells an index or alias that is gone from one that a node does not know: a node that has just started
/// answers `index_not_found_exception` for every name until the cluster's state has reached it (seen on
/// 9.5.3).
public final class IndexAbsence {
    /// `GatewayService.STATE_NOT_RECOVERED_BLOCK` and `NoMasterBlockService`: what the state holds may not be
    /// all.
    private static final Set<String> STATE_IS_NOT_WHOLE = Set.of("1", "2");

    private IndexAbsence() {}

    /// Whether whoever tells the cluster's state ([WholeState]) says, with all of it at hand, that there is
    /// no such name.
    ///
    /// @throws ElasticException if nobody tells it
    public static boolean isCertain(ElasticCluster cluster, String name) throws ElasticException {
        JsonNode state = cluster.send(Call.get("/_cluster/state/blocks,metadata/" + Call.encoded(name))
                        .with("filter_path", "cluster_name,blocks.global,metadata.indices.*.state"))
                .orThrow()
                .json();
        return isWhole(state) && state.path("metadata").path("indices").isEmpty();
    }

    /// The same, also where this user is not told: who lacks the cluster privilege `monitor` has nothing but
    /// what nodes say of it.
    ///
    /// @throws ElasticException if nobody tells it
    public static boolean isNotDenied(ElasticCluster cluster, String name) throws ElasticException {
        try {
            return isCertain(cluster, name);
        } catch (ElasticException.Refused e) {
            if (WholeState.isNotTold(e)) {
                return true;
            }
            throw e;
        }
    }

    /// Whether an answer to `_cluster/state` says that nothing is missing in it.
    ///
    /// @param state with `cluster_name` and `blocks.global`
    public static boolean isWhole(JsonNode state) {
        JsonNode blocks = state.path("blocks");
        JsonNode metadata = state.path("metadata");
        return state.path("cluster_name").isString()
                && AnswerValues.isObjectOrLeftOut(blocks)
                && AnswerValues.isObjectOrLeftOut(blocks.path("global"))
                && AnswerValues.isObjectOrLeftOut(metadata)
                && AnswerValues.isObjectOrLeftOut(metadata.path("indices"))
                && metadata.path("indices").valueStream().allMatch(JsonNode::isObject)
                && STATE_IS_NOT_WHOLE.stream().noneMatch(blocks.path("global")::has);
    }
}
