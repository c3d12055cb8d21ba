package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Aliases through which clients find the source together with other indices. Where the target is in another
/// cluster, they lead to the target alone there: what the other indices hold is not found any more.
public final class GroupAliases {
    private GroupAliases() {}

    /// Those that lead to indices which the target's cluster does not have under the same alias.
    ///
    /// @param production aliases through which clients find the source
    /// @param index the source
    /// @param target another cluster
    public static List<NoticedDifference> leftBehind(
            List<Alias> production, ClusterSwitch source, String index, ClusterSwitch target) throws ElasticException {
        List<NoticedDifference> all = new ArrayList<>();
        for (Alias alias : production) {
            Set<String> others = names(source, alias);
            others.remove(index);
            if (!others.isEmpty()) {
                others.removeAll(names(target, alias));
            }
            if (!others.isEmpty()) {
                all.add(new NoticedDifference(
                        FieldConsent.GROUP_ALIAS + alias.name(),
                        "alias '" + Printable.of(alias.name()) + "' (in the source's cluster it also points to "
                                + FoundIndex.quoted(others)
                                + ", which clients of the target's cluster cannot reach through it)",
                        false));
            }
        }
        return List.copyOf(all);
    }

    private static Set<String> names(ClusterSwitch cluster, Alias alias) throws ElasticException {
        return cluster.find(alias.name()).stream().map(FoundIndex::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
