package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.StateManagement;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.LifecycleDifference;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.block.Sides;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the lifecycle of both sides is not the same: by their settings, and by the policies of OpenSearch
/// that these do not show.
public final class PolicyDifferences {
    private PolicyDifferences() {}

    /// What a cluster does not tell has to be accepted, too: it is not taken for none.
    ///
    /// @param source settings of the source
    /// @param target settings of the target
    /// @param intended what the run file says
    public static List<NoticedDifference> of(Sides sides, IndexSettings source, IndexSettings target, Intended intended)
            throws ElasticException {
        List<NoticedDifference> unknown = new ArrayList<>();
        IndexSettings from = withPolicy(source, sides.source(), sides.sourceIndex(), unknown);
        IndexSettings to = withPolicy(target, sides.target(), sides.targetIndex(), unknown);
        List<NoticedDifference> noticed = new ArrayList<>(unknown);
        LifecycleDifference.of(from, to, intended).stream()
                .filter(one -> unknown.isEmpty() || !one.name().equals(StateManagement.POLICY))
                .forEach(noticed::add);
        return List.copyOf(noticed);
    }

    private static IndexSettings withPolicy(
            IndexSettings settings, ClusterSwitch cluster, String index, List<NoticedDifference> unknown)
            throws ElasticException {
        try {
            Optional<String> policy = cluster.managedBy(index);
            return policy.isEmpty()
                    ? settings
                    : settings.with(StateManagement.FORMER_POLICY, "").with(StateManagement.POLICY, policy.get());
        } catch (ElasticException.Refused | ElasticException.Malformed e) {
            unknown.add(new NoticedDifference(
                    StateManagement.POLICY,
                    StateManagement.POLICY + " (not known whether a policy of index state management works on '" + index
                            + "': " + e.inSentence() + ")",
                    false));
            return settings;
        }
    }
}
