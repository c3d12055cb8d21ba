package io.shardstream.control.index;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The index state management of OpenSearch. Its policies attach themselves to indices that are made, by
/// patterns of names (`ism_template`), and no setting of an index shows that.
public final class StateManagement {
    /// As the plug-in tells the policy of an index. Until it was removed, a setting had that name.
    public static final String POLICY = "index.plugins.index_state_management.policy_id";

    /// The same before the plug-in was renamed.
    public static final String FORMER_POLICY = "index.opendistro.index_state_management.policy_id";

    /// How a server answers that lacks the plug-in, or has no policy.
    private static final Set<Integer> NOT_THERE = Set.of(400, 404, 405);

    private StateManagement() {}

    /// The policy that an index is under; empty if none, or where the server has no such thing.
    ///
    /// @throws ElasticException also if the user may not ask
    public static Optional<String> policyOf(ElasticCluster cluster, String index) throws ElasticException {
        if (!IndexCatalog.server(cluster::send).distribution().equals(Server.OPENSEARCH)) {
            return Optional.empty();
        }
        return explained(cluster, index);
    }

    /// The same of a cluster that is known to be OpenSearch.
    public static Optional<String> explained(ElasticCluster cluster, String index) throws ElasticException {
        Optional<JsonNode> answer = json(cluster, Call.get("/_plugins/_ism/explain/" + Call.encoded(index)));
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        JsonNode told = answer.get().path(index);
        if (!told.isObject()) {
            throw untold(cluster);
        }
        return Optional.of(told.path(POLICY).asString(told.path(FORMER_POLICY).asString("")))
                .filter(policy -> !policy.isEmpty());
    }

    /// What the plug-in answers; empty if there is no such thing.
    public static Optional<JsonNode> json(ElasticCluster cluster, Call call) throws ElasticException {
        Reply reply = cluster.send(call);
        return NOT_THERE.contains(reply.status())
                ? Optional.empty()
                : Optional.of(reply.orThrow().json());
    }

    /// That an answer does not have what it must.
    public static ElasticException.Malformed untold(ElasticCluster cluster) {
        return new ElasticException.Malformed(
                "The " + cluster.name() + " does not tell what its index state management does");
    }
}
